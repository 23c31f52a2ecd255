import type { List, Nodes, RootContent, Table } from 'mdast';
import { columnShares, type DocumentTree, isRightToLeft, textOf } from '../tree.ts';
import { createInlines, joined } from './inlines.ts';
import { mathOf } from './math.ts';
import { typstCode, typstText } from './typst-string.ts';

const rule = 'line(length: 100%, stroke: 0.6pt + rgb("#d5dad7"))';
const manyColumns = 6;

/** Writes a tree's blocks as one expression of Typst; `formulas`: set, not as their sources. */
export const typstOf = (tree: DocumentTree, formulas = true): string => {
  const formula = (tex: string, block: boolean) => (formulas ? mathOf(tex, block) : typstCode(tex, block));
  let depth = 0;
  /** Notes that stand already: a further mark repeats their number. */
  const noted = new Map<unknown, number>();
  const note = (label: string): string | undefined => {
    const found = tree.note(label);
    // A note may name itself.
    if (!found || depth > 0) return undefined;
    const known = noted.get(found);
    if (known !== undefined) return `footnote(<note-${known}>)`;
    noted.set(found, noted.size);
    depth += 1;
    const content = `[#footnote(${joined(found.children.map(inItem))})<note-${noted.size - 1}>]`;
    depth -= 1;
    return content;
  };
  const inlines = createInlines(tree, note, formula);

  const directed = (node: Nodes, content: string): string =>
    isRightToLeft(textOf(node)) ? `{ set text(dir: rtl); ${content} }` : content;

  const listOf = ({ ordered, start, children, spread }: List): string => {
    const items = children.map(({ checked, children: blocks }) => {
      const box = typeof checked === 'boolean' ? [`task(${checked})`, '"  "'] : [];
      return joined([...box, ...blocks.map((block, at) => inItem(block, at))]);
    });
    const tight = `tight: ${spread ? 'false' : 'true'}`;
    return ordered
      ? `enum(${tight}, start: ${start ?? 1}, ${items.join(', ')})`
      : `list(${tight}, ${items.join(', ')})`;
  };
  /** The first paragraph of an item, or of a note, stands beside its mark. */
  const inItem = (block: RootContent, at: number): string =>
    at === 0 && block.type === 'paragraph'
      ? inlines(block.children)
      : block.type === 'list'
        ? listOf(block)
        : one(block);

  const tableOf = ({ children: rows, align }: Table): string => {
    const shares = columnShares(rows.map((row) => row.children.map((cell) => textOf(cell))));
    const cells = rows.map(({ children }) =>
      shares.map((_, at) => {
        const cell = children[at];
        return cell ? directed(cell, inlines(cell.children)) : '""';
      }),
    );
    const [head = [], ...body] = cells;
    const sides = shares.map((_, at) => align?.[at] ?? 'start');
    const small = shares.length > manyColumns ? 'set text(size: 0.8em); ' : '';
    const parts = [
      `columns: (${shares.map((share) => `${share}fr`).join(', ')},)`,
      `align: (${sides.join(', ')},)`,
      `table.header(${head.map((cell) => `strong(${cell})`).join(', ')})`,
      ...body.flat(),
    ];
    return `{ ${small}table(${parts.join(', ')}) }`;
  };

  const one = (node: RootContent): string => {
    switch (node.type) {
      case 'heading':
        return directed(node, `heading(level: ${node.depth}, ${inlines(node.children)})`);
      case 'paragraph':
        return directed(node, `par(${inlines(node.children)})`);
      case 'list':
        return directed(node, `block(${listOf(node)})`);
      case 'blockquote':
        return directed(node, `quote(block: true, ${all(node.children)})`);
      case 'code':
        return typstCode(node.value, true, node.lang);
      case 'formula':
        return formula(node.value, true);
      case 'table':
        return directed(node, tableOf(node));
      case 'thematicBreak':
        return rule;
      default:
        return `par(${typstText(textOf(node))})`;
    }
  };
  const all = (nodes: readonly RootContent[]): string => joined(nodes.map(one));
  return all(tree.blocks);
};
