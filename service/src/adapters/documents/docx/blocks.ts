import { alertTitle } from '@atrium/shared-kernel/markdown/alerts';
import {
  BorderStyle,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
} from 'docx';
import type { List, PhrasingContent, RootContent } from 'mdast';
import { type DocumentTree, isRightToLeft, isWarning, textOf, unfolded } from '../tree.ts';
import { createInlines, type Notes, runs } from './inlines.ts';
import { mathParagraphOf } from './math.ts';
import { accent, hairline, mono, muted, shade, warning } from './look.ts';
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
interface Place {
  /** Twentieths of a point from the margin. */
  readonly left: number;
  readonly border?: IParagraphOptions['border'];
}
/** What a level of lists, quotes and the like is further in, and what leaves room for text however deep it is. */
const step = 400;
const farthest = 6000;

const within = ({ left, border }: Place, line = border): Place => ({
  left: Math.min(farthest, left + step),
  ...(line ? { border: line } : {}),
});
const lineOf = (color: string) => ({ left: { style: BorderStyle.SINGLE, size: 16, space: 10, color } });
const styleOf = ({ left, border }: Place) => ({
  ...(left > 0 ? { indent: { left } } : {}),
  ...(border ? { border } : {}),
});

/** Writes blocks as paragraphs and tables of Word. */
export const createBlocks = (tree: DocumentTree, notes: Notes) => {
  const inlines = createInlines(tree, notes);
  let lists = 0;

  const paragraph = (node: RootContent, children: ParagraphChild[], options: IParagraphOptions): Paragraph =>
    new Paragraph({ ...options, bidirectional: isRightToLeft(textOf(node)), children });

  const formulaOf = (tex: string, place: Place): Paragraph => {
    const math = mathParagraphOf(tex);
    return math
      ? new Paragraph({ ...styleOf(place), children: [math] })
      : new Paragraph({ ...styleOf(place), shading: { fill: shade }, children: runs(tex, { font: mono, size: 19 }) });
  };

  const listOf = (list: List, place: Place, depth: number): FileChild[] => {
    const instance = (lists += 1);
    const reference = list.ordered ? numbering.ordered : numbering.bullets;
    const inside = within(place);
    const marked: IParagraphOptions = {
      ...styleOf(place),
      numbering: { reference, level: Math.min(depth, deepest), instance },
      indent: { left: inside.left, hanging: 300 },
      spacing: { after: 60 },
    };
    return list.children.flatMap((item) => {
      const [first, ...rest] = item.children;
      const box = typeof item.checked === 'boolean' ? runs(item.checked ? '☑ ' : '☐ ') : [];
      // The mark of an item stands also where something else than text comes first.
      const [head, others] =
        first?.type === 'paragraph'
          ? [paragraph(first, [...box, ...inlines(first.children)], marked), rest]
          : [new Paragraph({ ...marked, children: box }), item.children];
      return [
        head,
        ...others.flatMap((block) => (block.type === 'list' ? listOf(block, inside, depth + 1) : one(block, inside))),
      ];
    });
  };

  const strong = (node: RootContent, children: readonly PhrasingContent[], place: Place): Paragraph =>
    paragraph(node, inlines(children, { bold: true }), { ...styleOf(place), keepNext: true });

  const one = (node: RootContent, place: Place): FileChild[] => {
    const style = styleOf(place);
    switch (node.type) {
      case 'heading':
        return [paragraph(node, inlines(node.children), { ...style, heading: levels[node.depth - 1]! })];
      case 'paragraph':
        return [paragraph(node, inlines(node.children), style)];
      case 'list':
        return [...listOf(node, place, 0), new Paragraph({ spacing: { after: 0, line: 120 } })];
      case 'blockquote':
        return all(node.children, within(place, lineOf('C4D8D2')));
      case 'alert': {
        const inside = within(place, lineOf(isWarning(node.kind) ? warning : accent));
        const title = runs(alertTitle(node.kind), { bold: true });
        return [new Paragraph({ ...styleOf(inside), keepNext: true, children: title }), ...all(node.children, inside)];
      }
      case 'details': {
        const [summary, rest] = unfolded(node);
        return [strong(node, summary, place), ...all(rest, within(place))];
      }
      case 'definitionList':
        return node.children.flatMap((part) =>
          part.type === 'term' ? [strong(node, part.children, place)] : all(part.children, within(place)),
        );
      case 'formula':
        return [formulaOf(node.value, place)];
      case 'code': {
        const shading = { fill: shade };
        return [new Paragraph({ ...style, shading, children: runs(node.value, { font: mono, size: 19 }) })];
      }
      case 'table':
        return [tableOf(node, inlines), new Paragraph({ spacing: { after: 80 } })];
      case 'thematicBreak':
        return [
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: hairline } } }),
        ];
      default:
        return [paragraph(node, runs(textOf(node), { color: muted }), style)];
    }
  };
  const all = (nodes: readonly RootContent[], place: Place): FileChild[] => nodes.flatMap((node) => one(node, place));
  return (nodes: readonly RootContent[]): FileChild[] => all(nodes, { left: 0 });
};
