import {
  AlignmentType,
  BorderStyle,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  WidthType,
} from 'docx';
import type { PhrasingContent, Table as TableNode } from 'mdast';
import { columnShares, isRightToLeft, textOf } from '../tree.ts';
import { hairline, shade } from './style.ts';

/** Twentieths of a point between the margins of an A4 page. */
const width = 9026;
const sides = { left: AlignmentType.LEFT, right: AlignmentType.RIGHT, center: AlignmentType.CENTER } as const;
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const line = { style: BorderStyle.SINGLE, size: 4, color: hairline };

/** A table over the whole width. Its header is repeated on each page. */
export const tableOf = (
  { children: rows, align }: TableNode,
  inlines: (nodes: readonly PhrasingContent[], style?: { bold: boolean }) => ParagraphChild[],
): Table => {
  const shares = columnShares(rows.map((row) => row.children.map((cell) => textOf(cell))));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => Math.floor((width * share) / total));
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: widths,
    borders: { top: line, bottom: line, left: none, right: none, insideHorizontal: line, insideVertical: none },
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
    rows: rows.map(
      ({ children }, at) =>
        new TableRow({
          tableHeader: at === 0,
          cantSplit: true,
          children: widths.map((size, column) => {
            const cell = children[column];
            const side = align?.[column];
            return new TableCell({
              width: { size, type: WidthType.DXA },
              ...(at === 0 ? { shading: { fill: shade } } : {}),
              children: [
                new Paragraph({
                  spacing: { after: 0 },
                  ...(side ? { alignment: sides[side] } : {}),
                  bidirectional: cell !== undefined && isRightToLeft(textOf(cell)),
                  children: cell ? inlines(cell.children, { bold: at === 0 }) : [],
                }),
              ],
            });
          }),
        }),
    ),
  });
};
