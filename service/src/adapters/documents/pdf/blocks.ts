import { alertTitle } from '@atrium/shared-kernel/markdown/alerts';
import type { DefinitionList, List, Nodes, RootContent, Table, TableCell } from 'mdast';
import { columnShares, type DocumentTree, isRightToLeft, isWarning, textOf, unfolded } from '../tree.ts';
import { createInlines, joined } from './inlines.ts';
import { mathOf } from './math.ts';
import { typstCode, typstString, typstText } from './typst-string.ts';

const rule = 'line(length: 100%, stroke: 0.6pt + rgb("#d5dad7"))';
const manyColumns = 6;

/** A table whose columns share the width. `cellOf` writes the content of a cell. */
const tableOf = ({ children: rows, align }: Table, cellOf: (cell: TableCell) => string): string => {
  const shares = columnShares(rows.map((row) => row.children.map((cell) => textOf(cell))));
  const cells = rows.map(({ children }) =>
    shares.map((_, at) => {
      const cell = children[at];
      return cell ? cellOf(cell) : '""';
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

/** Writes marks of footnotes. The first mark of a footnote contains its text, further ones repeat its number. */
const createNotes = (tree: DocumentTree, contentOf: (blocks: readonly RootContent[]) => string) => {
  let depth = 0;
  /** Numbers of the footnotes written so far. */
  const noted = new Map<unknown, number>();
  return (label: string): string | undefined => {
    const found = tree.note(label);
    // A footnote may refer to itself, so footnotes do not nest.
    if (!found || depth > 0) return undefined;
    const known = noted.get(found);
    if (known !== undefined) return `footnote(<note-${known}>)`;
    noted.set(found, noted.size);
    depth += 1;
    const content = `[#footnote(${contentOf(found.children)})<note-${noted.size - 1}>]`;
    depth -= 1;
    return content;
  };
};

/** Writes lists. `blockOf` writes what their items contain besides text and further lists. */
const createLists = (inlines: ReturnType<typeof createInlines>, blockOf: (node: RootContent) => string) => {
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
  /** The first paragraph of a list item or a footnote is on the line of its mark. */
  const inItem = (block: RootContent, at: number): string =>
    at === 0 && block.type === 'paragraph'
      ? inlines(block.children)
      : block.type === 'list'
        ? listOf(block)
        : blockOf(block);
  return { listOf, inItem };
};

/** Writes a tree's blocks as one Typst expression. Without `formulas`, formulas are shown as their sources. */
export const typstOf = (tree: DocumentTree, formulas = true): string => {
  const formula = (tex: string, block: boolean) => (formulas ? mathOf(tex, block) : typstCode(tex, block));
  const note = createNotes(tree, (blocks) => joined(blocks.map(inItem)));
  const inlines = createInlines(tree, note, formula);
  const { listOf, inItem } = createLists(inlines, (node) => one(node));

  const directed = (node: Nodes, content: string): string =>
    isRightToLeft(textOf(node)) ? `{ set text(dir: rtl); ${content} }` : content;

  const termsOf = ({ children }: DefinitionList): string =>
    joined(
      children.map((part) =>
        part.type === 'term'
          ? `block(sticky: true, below: 0.5em, strong(${inlines(part.children)}))`
          : `block(inset: (left: 1.5em), ${joined(part.children.map(inItem))})`,
      ),
    );

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
      case 'alert': {
        const title = typstString(alertTitle(node.kind));
        return directed(node, `alert(${title}, ${isWarning(node.kind)}, ${all(node.children)})`);
      }
      case 'details': {
        const [summary, rest] = unfolded(node);
        return directed(node, `details(${inlines(summary)}, ${all(rest)})`);
      }
      case 'definitionList':
        return directed(node, termsOf(node));
      case 'code':
        return typstCode(node.value, true, node.lang);
      case 'formula':
        return formula(node.value, true);
      case 'table':
        return directed(
          node,
          tableOf(node, (cell) => directed(cell, inlines(cell.children))),
        );
      case 'thematicBreak':
        return rule;
      default:
        return `par(${typstText(textOf(node))})`;
    }
  };
  const all = (nodes: readonly RootContent[]): string => joined(nodes.map(one));
  return all(tree.blocks);
};
