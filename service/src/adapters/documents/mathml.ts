import { isSettable, katexLimits } from '@atrium/shared-kernel/markdown/formula-limits';
import { renderToString } from 'katex';
import { SaxesParser } from 'saxes';

/** An element of MathML as KaTeX writes it. */
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

/** Cells that only make room, or hold a number that there is not. */
const isEmptyCell = ({ name, attributes, children }: MathNode): boolean =>
  name === 'mtd' && children.length === 0 && (attributes['class'] !== undefined || attributes['width'] !== undefined);
const groups = new Set(['mrow', 'mstyle', 'mpadded', 'semantics', 'math', 'span', '']);
const leaves = new Set(['mi', 'mo', 'mn', 'mtext']);
/**
 * What a group only wraps; a color, and a row that holds a fenced expression, mean something. Where a whole expression
 * counts as a sign, KaTeX puts it into one.
 */
const isPlainGroup = ({ name, attributes, children }: MathNode): boolean =>
  (groups.has(name) && attributes['mathcolor'] === undefined) || (leaves.has(name) && children.length > 0);
const isFence = (node: MathNode | undefined): boolean => node?.name === 'mo' && node.attributes['fence'] === 'true';
/** A fence that is nothing, as of `\right.`, is not written. */
export const isFenced = ({ name, children }: MathNode): boolean =>
  name === 'mrow' && children.length > 1 && (isFence(children[0]) || isFence(children.at(-1)));
/** What stands between the fences, and the fences; '' where there is none. */
export const fencedParts = ({ children }: MathNode) => {
  const open = isFence(children[0]) ? 1 : 0;
  const close = isFence(children.at(-1)) ? 1 : 0;
  return {
    open: open ? signOf(children[0]!) : '',
    close: close ? signOf(children.at(-1)!) : '',
    inner: children.slice(open, children.length - close),
  };
};

/** Nodes in a row, without groups that mean nothing. */
export const rowOf = (nodes: readonly MathNode[]): MathNode[] =>
  nodes.flatMap((node) => {
    if (node.name === 'annotation' || isEmptyCell(node)) return [];
    return isPlainGroup(node) && !isFenced(node) ? rowOf(node.children) : [node];
  });

/** A formula as MathML, read by the program that draws it on the screen; undefined where the screen shows its source. */
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
    // A rule or a space alone has no text that a document could hold.
    return row.some((node) => textIn(node).trim() !== '') ? row : undefined;
  } catch {
    // What it cannot read stands as it is written.
    return undefined;
  }
};

/** Signs over or under an expression that belong to it. */
export const isAccent = ({ attributes }: MathNode): boolean =>
  attributes['accent'] === 'true' || attributes['accentunder'] === 'true';
/** The text of a leaf without marks that nobody sees. */
export const signOf = ({ text }: MathNode): string => text.replaceAll(/[\u2061-\u2064\u200b]/g, '').normalize('NFC');
/** Ems of a space that is written as a sign of its own. */
const widths: Readonly<Record<string, number>> = {
  '\u2003': 1,
  '\u2002': 0.5,
  '\u2004': 0.28,
  '\u2005': 0.22,
  '\u205f': 0.22,
  '\u2009': 0.17,
  '\u200a': 0.1,
};
/** The width of a node that is nothing but space, in ems; undefined where it is more. */
export const spaceOf = ({ name, attributes, text }: MathNode): number | undefined => {
  if (name === 'mspace') return Number.parseFloat(attributes['width'] ?? '0') || 0;
  return name === 'mtext' && text !== ''
    ? Array.from(text).reduce<number | undefined>((sum, sign) => {
        const width = widths[sign];
        return sum === undefined || width === undefined ? undefined : sum + width;
      }, 0)
    : undefined;
};
/** The text of all that stands in a node. */
export const textIn = (node: MathNode): string => signOf(node) + node.children.map(textIn).join('');
const large = /^[∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/;
/** Whether a node is a large operator, as of a sum. */
export const isLarge = (node: MathNode | undefined): boolean => node?.name === 'mo' && large.test(signOf(node));
/** The only node of a group, if it has only one. */
export const single = (node: MathNode | undefined): MathNode | undefined => {
  const row = node ? rowOf([node]) : [];
  return row.length === 1 ? row[0] : undefined;
};

export const rowsOf = (table: MathNode): MathNode[][] =>
  table.children
    .filter(({ name }) => name === 'mtr' || name === 'mlabeledtr')
    .map(({ children }) => children.filter((cell) => !isEmptyCell(cell)));
