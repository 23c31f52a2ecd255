import type { FootnoteDefinition, Link, Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { DocumentOrder } from './port.ts';

/** One Markdown tree, from which either kind of document is written. */
export interface DocumentTree {
  readonly title: string;
  readonly blocks: readonly RootContent[];
  /** The definition of a footnote, by its label. */
  readonly note: (label: string) => FootnoteDefinition | undefined;
  /** The address of a link or reference; undefined where it leads nowhere or to what no document should open. */
  readonly address: (node: { readonly url?: string; readonly identifier?: string }) => string | undefined;
  readonly isCited: (url: string) => boolean;
}

const opened = new Set(['http:', 'https:', 'mailto:']);
const safe = (url: string): string | undefined =>
  URL.canParse(url) && opened.has(new URL(url).protocol) ? url : undefined;

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMath);

const walk = (node: Nodes, visit: (node: Nodes) => void): void => {
  visit(node);
  if ('children' in node) for (const child of node.children) walk(child, visit);
};

/** The tree of an order. A heading that only repeats the title is left out. */
export const treeOf = ({ markdown, title, citations }: Omit<DocumentOrder, 'type'>): DocumentTree => {
  const root: Root = parser.parse(markdown);
  const notes = new Map<string, FootnoteDefinition>();
  const definitions = new Map<string, string>();
  walk(root, (node) => {
    if (node.type === 'footnoteDefinition') notes.set(node.identifier, node);
    if (node.type === 'definition') definitions.set(node.identifier, node.url);
  });
  const cited = new Set(citations);
  const blocks = root.children.filter(({ type }) => type !== 'footnoteDefinition' && type !== 'definition');
  const [first] = blocks;
  const repeats = first?.type === 'heading' && first.depth === 1 && toString(first).trim() === title.trim();
  return {
    title,
    blocks: repeats ? blocks.slice(1) : blocks,
    note: (label) => notes.get(label),
    address: ({ url, identifier }) => safe(url ?? definitions.get(identifier ?? '') ?? ''),
    isCited: (url) => cited.has(url),
  };
};

/** A link that is a mark of a citation only, as `[1](https://…)`. */
export const isMark = (node: Pick<Link, 'children'>): boolean => /^\[?\d{1,3}\]?$/.test(toString(node).trim());

/** Phrasing in which a note stands at its word, without the space that Markdown has before a mark. */
export const notesAtWords = (tree: DocumentTree, nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.map((node, at) => {
    const next = nodes[at + 1];
    if (node.type !== 'text' || next?.type !== 'link' || !isMark(next)) return node;
    const url = tree.address(next);
    return url !== undefined && tree.isCited(url) ? { ...node, value: node.value.trimEnd() } : node;
  });

const letter = /\p{L}/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a text is written from right to left: its first letter says so. */
export const isRightToLeft = (text: string): boolean => {
  const [first] = letter.exec(text) ?? [];
  return first !== undefined && rightToLeft.test(first);
};
export const textOf = (node: Nodes): string => toString(node);

/** Shares of a table's columns in its width, by what they hold: from 10 to 40 characters count. */
export const columnShares = (rows: readonly (readonly string[])[]): number[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, at) =>
    Math.min(40, Math.max(10, ...rows.map((row) => row[at]?.length ?? 0))),
  );
};
