import type { Archive } from './archive.ts';
import type { BoundedText } from './bounded-text.ts';
import { relationsOf } from './relations.ts';
import { walkXml } from './walk-xml.ts';
import { dateOf, dateStyles, sharedStrings } from './xlsx-cells.ts';

const main = 'xl/workbook.xml';
/** Empty cells that are written between two others. */
const maxGap = 50;

const sheetsOf = (archive: Archive): { name: string; part: string }[] => {
  const relations = relationsOf(archive, main);
  const sheets: { name: string; part: string }[] = [];
  const bytes = archive.unpack([main]).get(main);
  if (bytes)
    walkXml(bytes, {
      open(tag, get) {
        const relation = tag === 'sheet' ? relations.get(get('r:id') ?? '') : undefined;
        if (relation?.kind === 'worksheet') sheets.push({ name: get('name') ?? '', part: relation.part });
      },
    });
  return sheets;
};

/** The index of the column in a cell's name, from 0. */
const columnOf = (cell: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(cell)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

interface Lookups {
  readonly strings: readonly string[];
  readonly dates: readonly boolean[];
}
interface Cell {
  readonly type: string;
  readonly style: number;
}

const shown = (raw: string, { type, style }: Cell, { strings, dates }: Lookups): string => {
  if (type === 's') return strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || raw === '') return raw;
  return dates[style] ? dateOf(Number(raw)) : raw;
};

const readSheet = (bytes: Uint8Array, lookups: Lookups, output: BoundedText): void => {
  let row: string[] = [];
  let cell: Cell = { type: 'n', style: 0 };
  let value = '';
  let inValue = false;
  walkXml(bytes, {
    open(name, get) {
      if (name === 'row') row = [];
      else if (name === 'c') {
        const gap = columnOf(get('r') ?? '') - row.length;
        for (let index = 0; index < Math.min(gap, maxGap); index += 1) row.push('');
        cell = { type: get('t') ?? 'n', style: Number(get('s') ?? 0) };
        value = '';
      } else if (name === 'v' || name === 't') inValue = true;
    },
    text: (text) => {
      if (inValue) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c') row.push(shown(value, cell, lookups).replaceAll(/[\t\n\r]+/g, ' '));
      else if (name === 'row' && row.some((text) => text !== '')) output.add(`${row.join('\t').trimEnd()}\n`);
    },
  });
};

/** Reads the rows of each sheet with tabs between the cells, and returns the number of sheets. */
export const readXlsx = (archive: Archive, output: BoundedText): number => {
  const sheets = sheetsOf(archive);
  const lookups = { strings: sharedStrings(archive), dates: dateStyles(archive) };
  output.fill(() => {
    for (const { name, part } of sheets) {
      output.add(`## Sheet: ${name}\n`);
      const bytes = archive.unpack([part]).get(part);
      if (bytes) readSheet(bytes, lookups, output);
      output.add('\n');
    }
  });
  return sheets.length;
};
