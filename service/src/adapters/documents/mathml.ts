import { isSettable, katexLimits } from '@atrium/shared-kernel/markdown/formula-limits';
import { renderToString } from 'katex';
import { SaxesParser } from 'saxes';

/** A MathML element as KaTeX writes it. */
export interface MathNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MathNode[];
  text: string;
}

const read = (xml: string): MathNode => {
  const root: MathNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: MathNode = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root;
};

/** Whether a cell only adds space, or is meant for an equation number that is missing. */
const isEmptyCell = ({ name, attributes, children }: MathNode): boolean =>
  name === 'mtd' && children.length === 0 && (attributes['class'] !== undefined || attributes['width'] !== undefined);
const groups = new Set(['mrow', 'mstyle', 'mpadded', 'semantics', 'math', 'span', '']);
const leaves = new Set(['mi', 'mo', 'mn', 'mtext']);
/**
 * Whether a node is a group without a meaning of its own. A color is a meaning. KaTeX wraps an expression that counts
 * as one sign in a leaf with children.
 */
const isPlainGroup = ({ name, attributes, children }: MathNode): boolean =>
  (groups.has(name) && attributes['mathcolor'] === undefined) || (leaves.has(name) && children.length > 0);
const isFence = (node: MathNode | undefined): boolean => node?.name === 'mo' && node.attributes['fence'] === 'true';
/**
 * Whether a row is enclosed by a fence on at least one side. KaTeX writes no fence for an empty one, such as `\right.`.
 */
export const isFenced = ({ name, children }: MathNode): boolean =>
  name === 'mrow' && children.length > 1 && (isFence(children[0]) || isFence(children.at(-1)));
/** The fences and what is between them. A missing fence is ''. */
export const fencedParts = ({ children }: MathNode) => {
  const open = isFence(children[0]) ? 1 : 0;
  const close = isFence(children.at(-1)) ? 1 : 0;
  return {
    open: open ? signOf(children[0]!) : '',
    close: close ? signOf(children.at(-1)!) : '',
    inner: children.slice(open, children.length - close),
  };
};

/** The nodes of a row, with meaningless groups replaced by their children. */
export const rowOf = (nodes: readonly MathNode[]): MathNode[] =>
  nodes.flatMap((node) => {
    if (node.name === 'annotation' || isEmptyCell(node)) return [];
    return isPlainGroup(node) && !isFenced(node) ? rowOf(node.children) : [node];
  });

/** Parses a formula to MathML with KaTeX, as the screen does; undefined if the screen shows its source instead. */
export const mathmlOf = (tex: string, display: boolean): MathNode[] | undefined => {
  if (!isSettable(tex)) return undefined;
  try {
    const xml = renderToString(tex, {
      ...katexLimits,
      output: 'mathml',
      displayMode: display,
      throwOnError: true,
    });
    const row = rowOf(read(xml).children);
    // A formula that is only a rule or a space has no text for a document.
    return row.some((node) => textIn(node).trim() !== '') ? row : undefined;
  } catch {
    // A formula that KaTeX cannot parse is shown as its source.
    return undefined;
  }
};

/** Whether the sign over or under an expression is an accent. */
export const isAccent = ({ attributes }: MathNode): boolean =>
  attributes['accent'] === 'true' || attributes['accentunder'] === 'true';
/** The text of a leaf without invisible characters. */
export const signOf = ({ text }: MathNode): string => text.replaceAll(/[\u2061-\u2064\u200b]/g, '').normalize('NFC');
/** Widths of space characters in ems. */
const widths: Readonly<Record<string, number>> = {
  '\u2003': 1,
  '\u2002': 0.5,
  '\u2004': 0.28,
  '\u2005': 0.22,
  '\u205f': 0.22,
  '\u2009': 0.17,
  '\u200a': 0.1,
};
/** The width in ems of a node that is nothing but space; undefined for any other node. */
export const spaceOf = ({ name, attributes, text }: MathNode): number | undefined => {
  if (name === 'mspace') return Number.parseFloat(attributes['width'] ?? '0') || 0;
  return name === 'mtext' && text !== ''
    ? Array.from(text).reduce<number | undefined>((sum, sign) => {
        const width = widths[sign];
        return sum === undefined || width === undefined ? undefined : sum + width;
      }, 0)
    : undefined;
};
/** The text of a node and its descendants. */
export const textIn = (node: MathNode): string => signOf(node) + node.children.map(textIn).join('');
const large = /^[∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/;
/** Whether a node is a large operator, such as a sum. */
export const isLarge = (node: MathNode | undefined): boolean => node?.name === 'mo' && large.test(signOf(node));
/** The node of a group that has exactly one. */
export const single = (node: MathNode | undefined): MathNode | undefined => {
  const row = node ? rowOf([node]) : [];
  return row.length === 1 ? row[0] : undefined;
};

export const rowsOf = (table: MathNode): MathNode[][] =>
  table.children
    .filter(({ name }) => name === 'mtr' || name === 'mlabeledtr')
    .map(({ children }) => children.filter((cell) => !isEmptyCell(cell)));
