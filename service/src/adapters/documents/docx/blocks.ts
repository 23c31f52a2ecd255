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
import { accent, hairline, mono, muted, shade, warning } from './style.ts';
import { tableOf } from './table.ts';

/** Names of the numberings in the document. Each list is an instance that counts by itself. */
export const numbering = { bullets: 'bullets', ordered: 'ordered' } as const;
const maxLevel = 8;
const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

/** The indentation and border of a block within others. */
interface Position {
  /** Twentieths of a point from the margin. */
  readonly left: number;
  readonly border?: IParagraphOptions['border'];
}
/** Twentieths of a point: the indentation per level, and its maximum, which leaves room for text. */
const step = 400;
const maxIndent = 6000;

const within = ({ left, border }: Position, line = border): Position => ({
  left: Math.min(maxIndent, left + step),
  ...(line ? { border: line } : {}),
});
const lineOf = (color: string) => ({ left: { style: BorderStyle.SINGLE, size: 16, space: 10, color } });
const styleOf = ({ left, border }: Position) => ({
  ...(left > 0 ? { indent: { left } } : {}),
  ...(border ? { border } : {}),
});

const paragraph = (node: RootContent, children: ParagraphChild[], options: IParagraphOptions): Paragraph =>
  new Paragraph({ ...options, bidirectional: isRightToLeft(textOf(node)), children });

const formulaOf = (tex: string, position: Position): Paragraph => {
  const math = mathParagraphOf(tex);
  return math
    ? new Paragraph({ ...styleOf(position), children: [math] })
    : new Paragraph({
        ...styleOf(position),
        shading: { fill: shade },
        children: runs(tex, { font: mono, size: 19 }),
      });
};

/** Writes lists. `blockOf` writes what their items contain besides text and further lists. */
const createLists = (
  inlines: ReturnType<typeof createInlines>,
  blockOf: (node: RootContent, position: Position) => FileChild[],
) => {
  let lists = 0;
  const listOf = (list: List, position: Position, depth: number): FileChild[] => {
    const instance = (lists += 1);
    const reference = list.ordered ? numbering.ordered : numbering.bullets;
    const inside = within(position);
    const marked: IParagraphOptions = {
      ...styleOf(position),
      numbering: { reference, level: Math.min(depth, maxLevel), instance },
      indent: { left: inside.left, hanging: 300 },
      spacing: { after: 60 },
    };
    return list.children.flatMap((item) => {
      const [first, ...rest] = item.children;
      const box = typeof item.checked === 'boolean' ? runs(item.checked ? '☑ ' : '☐ ') : [];
      // An item that does not begin with a paragraph still needs one for its mark.
      const [head, others] =
        first?.type === 'paragraph'
          ? [paragraph(first, [...box, ...inlines(first.children)], marked), rest]
          : [new Paragraph({ ...marked, children: box }), item.children];
      return [
        head,
        ...others.flatMap((block) =>
          block.type === 'list' ? listOf(block, inside, depth + 1) : blockOf(block, inside),
        ),
      ];
    });
  };
  return (list: List, position: Position) => listOf(list, position, 0);
};

/** Writes blocks as paragraphs and tables of Word. */
export const createBlocks = (tree: DocumentTree, notes: Notes) => {
  const inlines = createInlines(tree, notes);
  const listOf = createLists(inlines, (node, position) => one(node, position));

  const strong = (node: RootContent, children: readonly PhrasingContent[], position: Position): Paragraph =>
    paragraph(node, inlines(children, { bold: true }), { ...styleOf(position), keepNext: true });

  const one = (node: RootContent, position: Position): FileChild[] => {
    const style = styleOf(position);
    switch (node.type) {
      case 'heading':
        return [paragraph(node, inlines(node.children), { ...style, heading: levels[node.depth - 1]! })];
      case 'paragraph':
        return [paragraph(node, inlines(node.children), style)];
      case 'list':
        return [...listOf(node, position), new Paragraph({ spacing: { after: 0, line: 120 } })];
      case 'blockquote':
        return all(node.children, within(position, lineOf('C4D8D2')));
      case 'alert': {
        const inside = within(position, lineOf(isWarning(node.kind) ? warning : accent));
        const title = runs(alertTitle(node.kind), { bold: true });
        return [new Paragraph({ ...styleOf(inside), keepNext: true, children: title }), ...all(node.children, inside)];
      }
      case 'details': {
        const [summary, rest] = unfolded(node);
        return [strong(node, summary, position), ...all(rest, within(position))];
      }
      case 'definitionList':
        return node.children.flatMap((part) =>
          part.type === 'term' ? [strong(node, part.children, position)] : all(part.children, within(position)),
        );
      case 'formula':
        return [formulaOf(node.value, position)];
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
  const all = (nodes: readonly RootContent[], position: Position): FileChild[] =>
    nodes.flatMap((node) => one(node, position));
  return (nodes: readonly RootContent[]): FileChild[] => all(nodes, { left: 0 });
};
