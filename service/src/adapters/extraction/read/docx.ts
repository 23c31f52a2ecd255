import type { Archive } from './archive.ts';
import type { BoundedText } from './bounded-text.ts';
import { Unreadable } from './unreadable.ts';
import { walkXml } from './walk-xml.ts';

const main = 'word/document.xml';
const notes = ['word/footnotes.xml', 'word/endnotes.xml'];

interface Row {
  readonly cells: string[];
  readonly first: boolean;
}

/** Reads paragraphs, headings, lists and tables of one part as Markdown. Tracked deletions are left out. */
const readPart = (bytes: Uint8Array, output: BoundedText): void => {
  let paragraph = '';
  let mark = '';
  let inText = false;
  let fallbacks = 0;
  const rows: Row[] = [];
  const tables: { rows: number }[] = [];

  const endParagraph = () => {
    const text = mark + paragraph;
    const row = rows.at(-1);
    if (row) row.cells[row.cells.length - 1] = [row.cells.at(-1), paragraph.trim()].filter(Boolean).join(' ');
    else if (paragraph.trim() !== '') output.add(`${text}\n\n`);
    [paragraph, mark] = ['', ''];
  };
  const endRow = () => {
    const { cells, first } = rows.pop()!;
    const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const rule = first ? `\n|${' --- |'.repeat(cells.length)}` : '';
    const outer = rows.at(-1);
    // A table within a table stays in its cell.
    if (outer) outer.cells[outer.cells.length - 1] += ` ${cells.join(' ')}`;
    else output.add(`${line}${rule}\n`);
  };

  walkXml(bytes, {
    open(name, get) {
      if (name === 'Fallback') fallbacks += 1;
      if (fallbacks > 0) return;
      if (name === 't') inText = true;
      else if (name === 'tab') paragraph += '\t';
      else if (name === 'br' || name === 'cr') paragraph += '\n';
      else if (name === 'pStyle') {
        const level = /^(?:heading|berschrift|titre)\s*(\d)/i.exec(get('val') ?? '')?.[1];
        if (level) mark = `${'#'.repeat(Math.min(Number(level), 6))} `;
        else if (get('val') === 'Title') mark = '# ';
      } else if (name === 'numPr' && mark === '') mark = '- ';
      else if (name === 'tbl') tables.push({ rows: 0 });
      else if (name === 'tr' && tables.length > 0) rows.push({ cells: [], first: tables.at(-1)!.rows++ === 0 });
      else if (name === 'tc') rows.at(-1)?.cells.push('');
    },
    text: (text) => {
      if (inText && fallbacks === 0) paragraph += text;
    },
    close(name) {
      if (name === 'Fallback') fallbacks -= 1;
      if (fallbacks > 0) return;
      if (name === 't') inText = false;
      else if (name === 'p') endParagraph();
      else if (name === 'tr' && rows.length > 0) endRow();
      else if (name === 'tbl' && tables.pop() && tables.length === 0) output.add('\n');
    },
  });
};

/** Reads the text of a Word document and its notes. */
export const readDocx = (archive: Archive, output: BoundedText): void => {
  const parts = archive.unpack([main, ...notes]);
  if (!parts.has(main)) throw new Unreadable('broken');
  for (const name of [main, ...notes]) {
    const bytes = parts.get(name);
    if (bytes) readPart(bytes, output);
  }
};
