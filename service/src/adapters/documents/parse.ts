import { linkified } from '@atrium/shared-kernel/markdown/autolinks';
import { createParser, type StateBlock, type StateInline, type Token } from '@atrium/shared-kernel/markdown/parser';
import type { ListItem, Nodes, Root, RootContent } from 'mdast';
import type { MarkedAs } from './nodes.ts';

const definition = /^\[\^([^\]\s]{1,999})\]:[^\S\n]*/;
const mark = /\[\^([^\]\s]{1,999})\]/y;

/** State of the parser for one text. */
interface Environment extends Record<PropertyKey, unknown> {
  /** Labels of footnotes that the text defines. */
  readonly labels: Set<string>;
  inNote?: boolean;
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `parse` below has handed in
const environmentOf = (state: StateBlock | StateInline) => state.env as unknown as Environment;
export const labelOf = (label: string): string => label.trim().toLowerCase();

/** Parses a footnote: its lines, and indented ones after a blank line. A footnote holds no further definitions. */
const noteDefinition = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  const lineAt = (line: number) => state.getLines(line, line + 1, state.blkIndent, false);
  const [head, label = ''] = definition.exec(lineAt(from).replace(/^ {1,3}/, '')) ?? [];
  const environment = environmentOf(state);
  if (head === undefined || state.level > 0 || environment.inNote) return false;
  if (silent) return true;
  const lines = [lineAt(from).trimStart().slice(head.length)];
  let line = from + 1;
  for (; line < to; line += 1) {
    const text = lineAt(line);
    if (definition.test(text.trimStart()) || (lines.at(-1)?.trim() === '' && /^\S/.test(text))) break;
    lines.push(text.replace(/^(?: {1,4}|\t)/, ''));
  }
  state.line = line;
  environment.labels.add(labelOf(label));
  state.push('note_open', '', 1).meta = { label };
  environment.inNote = true;
  state.md.block.parse(lines.join('\n').trim(), state.md, state.env, state.tokens);
  environment.inNote = false;
  state.push('note_close', '', -1);
  return true;
};

const noteReference = (state: StateInline, silent: boolean): boolean => {
  mark.lastIndex = state.pos;
  const [found, label = ''] = mark.exec(state.src) ?? [];
  if (found === undefined || !environmentOf(state).labels.has(labelOf(label))) return false;
  if (!silent) state.push('note', '', 0).meta = { label };
  state.pos += found.length;
  return true;
};

const parser = createParser();
parser.inline.ruler.before('link', 'note', noteReference);
parser.block.ruler.before('reference', 'note', noteDefinition, { alt: ['paragraph'] });

const attribute = (token: Token, name: string): string => token.attrGet(name)?.toString() ?? '';
const text = (value: string): Nodes => ({ type: 'text', value });
const languageOf = (token: Token): string => token.info.trim().split(/\s+/)[0] ?? '';

/** A text with the bare URLs in it as links. */
const linkedText = (value: string): Nodes[] =>
  linkified(value).map((part) =>
    typeof part === 'string'
      ? text(part)
      : { type: 'link', url: part.href, children: [{ type: 'text', value: part.text }] },
  );

const leaf = (token: Token, inLink: boolean): Nodes[] => {
  switch (token.type) {
    case 'inline':
      return treeOf(token.children ?? [], inLink);
    case 'text':
      return token.content === '' ? [] : inLink ? [text(token.content)] : linkedText(token.content);
    case 'softbreak':
      return [text('\n')];
    case 'hardbreak':
      return [{ type: 'break' }];
    case 'code_inline':
      return [{ type: 'inlineCode', value: token.content }];
    case 'fence':
    case 'code_block': {
      const value = token.content.replace(/\n$/, '');
      const lang = languageOf(token);
      return lang === 'math'
        ? [{ type: 'formula', value: value.trim(), display: true }]
        : [{ type: 'code', value, lang: lang || null }];
    }
    case 'math':
    case 'math_display':
      return [{ type: 'formula', value: token.content, display: token.type === 'math_display' }];
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'image':
      return [{ type: 'image', url: attribute(token, 'src'), alt: token.content }];
    case 'note': {
      const label = String(token.meta?.['label']);
      return [{ type: 'footnoteReference', identifier: labelOf(label), label }];
    }
    default:
      return token.content === '' ? [] : [text(token.content)];
  }
};

const task = /^\[([ xX])\]\s+/;
/** An item that begins with `[ ]` or `[x]` is a task. */
const itemOf = (children: Nodes[]): Nodes => {
  const [first] = children;
  const [start] = first?.type === 'paragraph' ? first.children : [];
  const [sign, checked] = (start?.type === 'text' && task.exec(start.value)) || [];
  if (sign !== undefined && start?.type === 'text') start.value = start.value.slice(sign.length);
  return {
    type: 'listItem',
    checked: sign === undefined ? null : checked !== ' ',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list item holds blocks only
    children: children as ListItem['children'],
  };
};

const alignOf = (token: Token) => {
  const style = attribute(token, 'style');
  return (['left', 'right', 'center'] as const).find((one) => style?.includes(one)) ?? null;
};

/** The alignment of each column, as the first row has it. */
const alignsIn = (table: readonly Token[]) => {
  const first = table.findIndex(({ type }) => type === 'tr_close');
  return table
    .slice(0, first)
    .filter(({ type }) => type === 'th_open')
    .map(alignOf);
};

/** Whether the items of a list at this level are apart from each other. */
const isSpread = (list: readonly Token[], listLevel: number): boolean =>
  list.some(({ type, hidden, level }) => type === 'paragraph_open' && !hidden && level === listLevel + 2);

/** The node that a token opens, with its children. `within` returns the tokens between it and its closing one. */
const branch = (token: Token, children: Nodes[], within: () => readonly Token[]): Nodes[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of token holds what its kind of node may hold
  const held = { children: children as never[] };
  switch (token.type) {
    case 'paragraph_open':
      return [{ type: 'paragraph', ...held }];
    case 'heading_open':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- headings are h1 to h6
      return [{ type: 'heading', depth: Number(token.tag.slice(1)) as 1, ...held }];
    case 'blockquote_open': {
      const kind = token.meta?.['alert'];
      return [typeof kind === 'string' ? { type: 'alert', kind, ...held } : { type: 'blockquote', ...held }];
    }
    case 'details_open':
      return [{ type: 'details', ...held }];
    case 'summary_open':
      return [{ type: 'summary', ...held }];
    case 'dl_open':
      return [{ type: 'definitionList', ...held }];
    case 'dt_open':
      return [{ type: 'term', ...held }];
    case 'dd_open':
      return [{ type: 'explanation', ...held }];
    case 'bullet_list_open':
    case 'ordered_list_open': {
      const start = Number(attribute(token, 'start') || 1);
      const spread = isSpread(within(), token.level);
      return [{ type: 'list', ordered: token.type === 'ordered_list_open', start, spread, ...held }];
    }
    case 'list_item_open':
      return [itemOf(children)];
    case 'table_open':
      return [{ type: 'table', align: alignsIn(within()), ...held }];
    case 'tr_open':
      return [{ type: 'tableRow', ...held }];
    case 'th_open':
    case 'td_open':
      return [{ type: 'tableCell', ...held }];
    case 'strong_open':
      return [{ type: 'strong', ...held }];
    case 'em_open':
      return [{ type: 'emphasis', ...held }];
    case 'sub_open':
    case 'sup_open':
    case 'kbd_open':
    case 'mark_open':
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the four kinds above are named by their tags
      return [{ type: 'marked', as: token.tag as MarkedAs, ...held }];
    case 's_open':
      return [{ type: 'delete', ...held }];
    case 'link_open':
      return [{ type: 'link', url: attribute(token, 'href'), ...held }];
    case 'note_open': {
      const label = String(token.meta?.['label']);
      return [{ type: 'footnoteDefinition', identifier: labelOf(label), label, ...held }];
    }
    default:
      return children;
  }
};

/** Builds the nodes of a tree from the parser's flat tokens. */
const treeOf = (tokens: readonly Token[], inLink = false): Nodes[] => {
  let at = 0;
  const level = (linked: boolean): Nodes[] => {
    const nodes: Nodes[] = [];
    while (at < tokens.length) {
      const token = tokens[at]!;
      at += 1;
      if (token.nesting < 0) break;
      if (token.nesting === 0) nodes.push(...leaf(token, linked));
      else {
        const from = at;
        const children = level(linked || token.type === 'link_open');
        nodes.push(...branch(token, children, () => tokens.slice(from, at)));
      }
    }
    return nodes;
  };
  return level(inLink);
};

/** Parses Markdown to a tree, with the same grammar as on the screen. */
export const parse = (markdown: string): Root => {
  const environment: Environment = { labels: new Set() };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what stands at the top of a text is content of its root
  return { type: 'root', children: treeOf(parser.parse(markdown, environment)) as RootContent[] };
};
