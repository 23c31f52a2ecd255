import type { Archive } from './archive.ts';
import { walkXml } from './walk-xml.ts';

const strings = 'xl/sharedStrings.xml';
const styles = 'xl/styles.xml';
/** Ids of Excel's built-in formats for dates and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** The shared strings, which cells refer to by number. Phonetic guides are left out. */
export const sharedStrings = (archive: Archive): string[] => {
  const found: string[] = [];
  const bytes = archive.unpack([strings]).get(strings);
  let text = '';
  let inText = false;
  let guides = 0;
  if (bytes)
    walkXml(bytes, {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 'rPh') guides += 1;
        else if (name === 't') inText = guides === 0;
      },
      text: (part) => {
        if (inText) text += part;
      },
      close(name) {
        if (name === 'si') found.push(text);
        else if (name === 'rPh') guides -= 1;
        else if (name === 't') inText = false;
      },
    });
  return found;
};

/** For each cell style, whether it shows a number as a date. */
export const dateStyles = (archive: Archive): boolean[] => {
  const custom = new Map<number, boolean>();
  const found: boolean[] = [];
  let inCells = false;
  const bytes = archive.unpack([styles]).get(styles);
  if (bytes)
    walkXml(bytes, {
      open(name, get) {
        if (name === 'numFmt') {
          const code = (get('formatCode') ?? '').replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
          custom.set(Number(get('numFmtId')), /[dmyh]/i.test(code));
        } else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) {
          const format = Number(get('numFmtId') ?? 0);
          found.push(custom.get(format) ?? dateFormats.has(format));
        }
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    });
  return found;
};

const day = 24 * 60 * 60 * 1000;

/** Excel's day number as a date, with the time if it has one. */
export const dateOf = (serial: number): string => {
  const date = new Date(Math.round(Date.UTC(1899, 11, 30) + serial * day));
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};
