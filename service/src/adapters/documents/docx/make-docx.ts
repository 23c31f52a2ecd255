import {
  AlignmentType,
  Document,
  Footer,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
} from 'docx';
import type { DocumentTree } from '../tree.ts';
import { createBlocks, numbering } from './blocks.ts';
import { type Notes, runs } from './inlines.ts';
import { muted, styles } from './style.ts';

const allLevels = Array.from({ length: 9 }, (_, level) => level);
const indent = (level: number) => ({ paragraph: { indent: { left: 400 * (level + 1), hanging: 300 } } });
const bullets = ['•', '◦', '–'];
const formats = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN];

const numberings = [
  {
    reference: numbering.bullets,
    levels: allLevels.map((level) => ({
      level,
      format: LevelFormat.BULLET,
      text: bullets[level % bullets.length]!,
      alignment: AlignmentType.LEFT,
      style: indent(level),
    })),
  },
  {
    reference: numbering.ordered,
    levels: allLevels.map((level) => ({
      level,
      format: formats[level % formats.length]!,
      text: `%${level + 1}.`,
      alignment: AlignmentType.LEFT,
      style: indent(level),
    })),
  },
];

const footer = new Footer({
  children: [
    new Paragraph({
      tabStops: [{ type: TabStopType.RIGHT, position: 9026 }],
      children: [
        new TextRun({ text: 'Atrium\t', bold: true, size: 17, color: muted }),
        new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], size: 17, color: muted }),
      ],
    }),
  ],
});

/** Numbers the footnotes in the order of the text. The text of a footnote holds no further labeled footnotes. */
const createNotes = (tree: DocumentTree) => {
  const footnotes: Record<string, { children: Paragraph[] }> = {};
  let count = 0;
  const next = (children: Paragraph[]): number => {
    count += 1;
    const number = count;
    footnotes[number] = { children };
    return number;
  };
  const plain: Notes = {
    isNoted: () => false,
    ofLabel: () => undefined,
    ofCitation: (url) => next([new Paragraph({ children: runs(url) })]),
  };
  const numbers = new Map<unknown, number>();
  const notes: Notes = {
    ...plain,
    isNoted: (label) => numbers.has(tree.note(label)),
    ofLabel: (label) => {
      const found = tree.note(label);
      if (!found) return undefined;
      const known = numbers.get(found);
      if (known !== undefined) return known;
      const paragraphs = createBlocks(tree, plain)(found.children).filter((child) => child instanceof Paragraph);
      const number = next(paragraphs);
      numbers.set(found, number);
      return number;
    },
  };
  return { notes, footnotes };
};

/** Makes a Word document from the tree. */
export const makeDocx = async (tree: DocumentTree): Promise<Uint8Array> => {
  const { notes, footnotes } = createNotes(tree);
  const children = createBlocks(tree, notes)(tree.blocks);
  const document = new Document({
    title: tree.title,
    creator: 'Atrium',
    styles,
    footnotes,
    numbering: { config: numberings },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 }, margin: { left: 1440, right: 1440 } } },
        footers: { default: footer },
        children: [new Paragraph({ style: 'Title', children: runs(tree.title) }), ...children],
      },
    ],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
};
