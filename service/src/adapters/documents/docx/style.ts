import type { IStylesOptions } from 'docx';

/** The product's brand colors, and fonts that word processors have. */
export const accent = '0E6A5B';
export const warning = 'B3361B';
export const text = '161A19';
export const muted = '5C6662';
export const hairline = 'D5DAD7';
export const shade = 'F2F5F3';
export const mono = 'Consolas';
const body = 'Calibri';

const heading = (size: number, before: number) => ({
  run: { font: body, size, bold: true, color: text },
  paragraph: { spacing: { before, after: 120 }, keepNext: true },
});

export const styles: IStylesOptions = {
  default: {
    document: { run: { font: body, size: 22, color: text }, paragraph: { spacing: { after: 140, line: 300 } } },
    title: { run: { font: body, size: 44, bold: true, color: text }, paragraph: { spacing: { after: 280 } } },
    heading1: heading(34, 360),
    heading2: heading(28, 320),
    heading3: heading(24, 280),
    heading4: heading(22, 240),
    heading5: heading(22, 240),
    heading6: heading(22, 240),
  },
};
