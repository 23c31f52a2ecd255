import type { Details, FootnoteDefinition, Link, ListItem, Nodes, PhrasingContent, RootContent } from 'mdast';
import { labelOf, parse } from './parse.ts';
import type { DocumentOrder } from '../../ports/documents.ts';

/** A Markdown tree from which both kinds of documents are written. */
export interface DocumentTree {
  readonly title: string;
  readonly blocks: readonly RootContent[];
  /** The definition of a footnote, by its label. */
  readonly note: (label: string) => FootnoteDefinition | undefined;
  /** The URL of a link; undefined if a document should not open it. */
  readonly address: (link: { readonly url: string }) => string | undefined;
  readonly isCited: (url: string) => boolean;
}

const opened = new Set(['http:', 'https:', 'mailto:']);
const safe = (url: string): string | undefined =>
  URL.canParse(url) && opened.has(new URL(url).protocol) ? url : undefined;

/** URLs that the text links to. */
const linkedIn = (nodes: readonly Nodes[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.type === 'link' ? [node.url] : []),
    ...('children' in node ? linkedIn(node.children) : []),
  ]);

/** A list, for the end of the document, of the sources that the text does not link to. */
const sourcesOf = (blocks: readonly Nodes[], cited: ReadonlySet<string>): RootContent[] => {
  const linked = new Set(linkedIn(blocks));
  const missing = [...cited].filter((url) => !linked.has(url) && safe(url) !== undefined);
  if (missing.length === 0) return [];
  const items = missing.map((url): ListItem => ({
    type: 'listItem',
    children: [{ type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: url }] }] }],
  }));
  return [
    { type: 'heading', depth: 2, children: [{ type: 'text', value: 'Sources' }] },
    { type: 'list', ordered: true, start: 1, spread: false, children: items },
  ];
};

/** Builds the tree for a document. A first heading that only repeats the title is left out. */
export const treeOf = ({ markdown, title, citations }: Omit<DocumentOrder, 'type'>): DocumentTree => {
  const { children } = parse(markdown);
  const notes = new Map<string, FootnoteDefinition>();
  const blocks: RootContent[] = [];
  for (const node of children)
    if (node.type !== 'footnoteDefinition') blocks.push(node);
    else if (!notes.has(node.identifier)) notes.set(node.identifier, node);
  const cited = new Set(citations);
  blocks.push(...sourcesOf([...blocks, ...notes.values()], cited));
  const [first] = blocks;
  const repeats = first?.type === 'heading' && first.depth === 1 && textOf(first).trim() === title.trim();
  return {
    title,
    blocks: repeats ? blocks.slice(1) : blocks,
    note: (label) => notes.get(labelOf(label)),
    address: ({ url }) => safe(url),
    isCited: (url) => cited.has(url),
  };
};

/** The plain text of a node. */
export const textOf = (node: Nodes): string =>
  'children' in node
    ? node.children.map(textOf).join('')
    : 'value' in node
      ? node.value
      : 'alt' in node
        ? (node.alt ?? '')
        : '';

/** Whether a link is only the mark of a citation, such as `[1](https://…)`. */
export const isMark = (node: Pick<Link, 'children'>): boolean =>
  /^\[?\d{1,3}\]?$/.test(node.children.map(textOf).join('').trim());

/** Removes the space before marks of citations, so that footnotes follow their word directly. */
export const notesAtWords = (tree: DocumentTree, nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.map((node, at) => {
    const next = nodes[at + 1];
    if (node.type !== 'text' || next?.type !== 'link' || !isMark(next)) return node;
    const url = tree.address(next);
    return url !== undefined && tree.isCited(url) ? { ...node, value: node.value.trimEnd() } : node;
  });

/** Whether an alert is highlighted as a warning. */
export const isWarning = (kind: string): boolean => kind === 'warning' || kind === 'caution';

/** The summary and the content of a collapsible section. */
export const unfolded = ({ children }: Details): readonly [PhrasingContent[], RootContent[]] => {
  const [first, ...rest] = children;
  return first?.type === 'summary' ? [first.children, rest] : [[], children];
};

const letter = /\p{L}/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a text is written from right to left, by its first letter. */
export const isRightToLeft = (text: string): boolean => {
  const [first] = letter.exec(text) ?? [];
  return first !== undefined && rightToLeft.test(first);
};

/** Relative widths of a table's columns: the length of their longest cell, from 10 to 40 characters. */
export const columnShares = (rows: readonly (readonly string[])[]): number[] => {
  const shares: number[] = [];
  for (const row of rows)
    for (const [at, { length }] of row.entries()) shares[at] = Math.max(shares[at] ?? 10, Math.min(40, length));
  return shares;
};
