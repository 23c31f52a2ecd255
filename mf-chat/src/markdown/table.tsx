import { IconButton } from '@atrium/shared-kernel/ui/button';
import Download from 'lucide-react/icons/download';
import { type ComponentProps, useRef } from 'react';
import { saveFile } from '../ui/save-file.ts';
import classes from './table.module.css';

/** A figure as people write it, with a sign, a currency, separators or a percent sign; or a dash for none. */
const figure = /^[+-]?\s?\p{Sc}?\s?(?:\d[\d.,’'\s]*)?(?:%|\p{Sc})?$/u;

const cellOf = (text: string): string => {
  // A cell that a spreadsheet would run as a formula is escaped.
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) && !figure.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** What a cell says, without the marks of sources, passages and footnotes, which are no part of its figures. */
const textOf = (cell: HTMLTableCellElement): string => {
  const copy = document.importNode(cell, true);
  for (const mark of copy.querySelectorAll('[data-reference]')) mark.remove();
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\n');
  // KaTeX writes a formula three times: for people, for screen readers, and as its source.
  for (const formula of copy.querySelectorAll('.katex'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '');
  return (copy.textContent ?? '').trim();
};

/** The rows of a table as CSV (RFC 4180), lines ended by CRLF. */
export const csvOf = (table: HTMLTableElement): string =>
  [...table.rows].map((row) => [...row.cells].map((cell) => cellOf(textOf(cell))).join(',')).join('\r\n');

/** A table that scrolls within its own width, and can be downloaded as CSV. */
export const Table = ({ children, dir }: Pick<ComponentProps<'table'>, 'children' | 'dir'>) => {
  const table = useRef<HTMLTableElement>(null);
  const download = () => {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    const parts = table.current ? ['\uFEFF', csvOf(table.current)] : [];
    if (parts.length > 0) saveFile('table_data.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <div className={classes.frame}>
      <div className={classes.scroller} tabIndex={0} role="region" aria-label="Table">
        <table ref={table} dir={dir}>
          {children}
        </table>
      </div>
      <IconButton
        className={classes.download}
        size="s"
        label="Download table as CSV"
        icon={<Download />}
        onClick={download}
      />
    </div>
  );
};
