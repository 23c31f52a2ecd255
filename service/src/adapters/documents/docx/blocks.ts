import {
  BorderStyle,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
} from 'docx';
import type { List, RootContent } from 'mdast';
import { type DocumentTree, isRightToLeft, textOf } from '../tree.ts';
import { createInlines, type Notes, runs } from './inlines.ts';
import { mathParagraphOf } from './math.ts';
import { hairline, mono, muted, shade } from './look.ts';
import { tableOf } from './table.ts';

/** Names of the numberings in the document; each ordered list counts by itself. */
export const numbering = { bullets: 'bullets', ordered: 'ordered' } as const;
const deepest = 8;
const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

/** How a block stands within others. */
type Place = Omit<IParagraphOptions, 'children' | 'text'>;

/** Writes blocks as paragraphs and tables of Word. */
export const createBlocks = (tree: DocumentTree, notes: Notes) => {
  const inlines = createInlines(tree, notes);
  let lists = 0;

  const paragraph = (node: RootContent, children: ParagraphChild[], place: Place): Paragraph =>
    new Paragraph({ ...place, bidirectional: isRightToLeft(textOf(node)), children });

  const formulaOf = (tex: string, place: Place): Paragraph => {
    const math = mathParagraphOf(tex);
    return math
      ? new Paragraph({ ...place, children: [math] })
      : new Paragraph({ ...place, shading: { fill: shade }, children: runs(tex, { font: mono, size: 19 }) });
  };

  const listOf = (list: List, place: Place, depth: number): FileChild[] => {
    const instance = (lists += 1);
    const level = Math.min(depth, deepest);
    const reference = list.ordered ? numbering.ordered : numbering.bullets;
    return list.children.flatMap(({ checked, children }) =>
      children.flatMap((block, at) => {
        const mark = typeof checked === 'boolean' && at === 0 ? runs(checked ? '☑ ' : '☐ ') : [];
        const inList: Place =
          at === 0
            ? { ...place, numbering: { reference, level, instance }, spacing: { after: 60 } }
            : { ...place, indent: { left: 720 * (level + 1) } };
        if (block.type === 'list') return listOf(block, place, depth + 1);
        if (block.type === 'paragraph') return [paragraph(block, [...mark, ...inlines(block.children)], inList)];
        return one(block, inList);
      }),
    );
  };

  const one = (node: RootContent, place: Place = {}): FileChild[] => {
    switch (node.type) {
      case 'heading':
        return [paragraph(node, inlines(node.children), { ...place, heading: levels[node.depth - 1]! })];
      case 'paragraph':
        return [paragraph(node, inlines(node.children), place)];
      case 'list':
        return [...listOf(node, place, 0), new Paragraph({ spacing: { after: 0, line: 120 } })];
      case 'blockquote': {
        const border = { left: { style: BorderStyle.SINGLE, size: 16, space: 10, color: 'C4D8D2' } };
        return node.children.flatMap((child) => one(child, { ...place, indent: { left: 300 }, border }));
      }
      case 'formula':
        return [formulaOf(node.value, place)];
      case 'code': {
        const shading = { fill: shade };
        return [new Paragraph({ ...place, shading, children: runs(node.value, { font: mono, size: 19 }) })];
      }
      case 'table':
        return [tableOf(node, inlines), new Paragraph({ spacing: { after: 80 } })];
      case 'thematicBreak':
        return [
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: hairline } } }),
        ];
      default:
        return [paragraph(node, runs(textOf(node), { color: muted }), place)];
    }
  };
  return (nodes: readonly RootContent[]): FileChild[] => nodes.flatMap((node) => one(node));
};
