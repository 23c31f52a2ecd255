import {
  fencedParts,
  isAccent,
  isFenced,
  isLarge,
  mathmlOf,
  type MathNode,
  rowOf,
  rowsOf,
  signOf,
  single,
  spaceOf,
  textIn,
} from '../mathml.ts';
import { typstCode, typstString } from './typst-string.ts';

/** Signs as escaped code points, so that Typst gives none a meaning but spaces them by their kind. */
const signs = (text: string): string =>
  Array.from(text)
    .map((sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`)
    .join(' ');
const styles: Readonly<Record<string, string>> = {
  normal: 'upright',
  bold: 'upright(bold',
  italic: 'italic',
  'bold-italic': 'italic(bold',
  'double-struck': 'bb',
  script: 'cal',
  fraktur: 'frak',
  'sans-serif': 'sans',
  monospace: 'mono',
};
const bars: Readonly<Record<string, readonly [string, string]>> = {
  '‾': ['overline', 'underline'],
  '―': ['overline', 'underline'],
  _: ['overline', 'underline'],
  '⏞': ['overbrace', 'underbrace'],
  '⏟': ['overbrace', 'underbrace'],
};
const accents: Readonly<Record<string, string>> = {
  '^': 'hat',
  ˆ: 'hat',
  '~': 'tilde',
  '˜': 'tilde',
  '¯': 'macron',
  ˉ: 'macron',
  '˙': 'dot',
  '¨': 'dot.double',
  ˇ: 'caron',
  '˘': 'breve',
  '´': 'acute',
  ˊ: 'acute',
  '`': 'grave',
  ˋ: 'grave',
  '⃗': 'arrow',
  '→': 'arrow',
  '←': 'arrow.l',
  '˚': 'circle',
  '⃛': 'dot.triple',
};
const color = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const named = new Set(
  'red green blue black white gray yellow orange purple maroon navy teal olive lime aqua fuchsia silver'.split(' '),
);

const styled = (text: string, variant: string | undefined): string => {
  const style = styles[variant ?? ''];
  return style ? `${style}(${text})${style.includes('(') ? ')' : ''}` : text;
};

const row = (nodes: readonly MathNode[]): string => rowOf(nodes).map(one).filter(Boolean).join(' ');
/** An argument of a Typst function, which is never empty. */
const argument = (...nodes: (MathNode | undefined)[]): string =>
  row(nodes.filter((node) => node !== undefined)) || '""';

const fenced = (node: MathNode): string => {
  const { open, close, inner } = fencedParts(node);
  return `lr(${signs(open)} ${row(inner)} ${signs(close)})`;
};

/** A cell of a table. An empty text before a relation at the start of a column makes Typst add its usual space. */
const cellOf = (cell: MathNode | undefined, at: number): string => {
  const nodes = rowOf(cell?.children ?? []);
  const text = `${at > 0 && nodes[0]?.name === 'mo' ? '"" ' : ''}${row(nodes)}`;
  return cell?.children[0]?.attributes['displaystyle'] === 'true' ? `display(${text || '""'})` : text;
};

const tableOf = (node: MathNode): string => {
  const rows = rowsOf(node);
  const sides = (node.attributes['columnalign'] ?? '').split(' ');
  const gap = node.attributes['columnspacing'] === '0em' ? '0em' : '0.8em';
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const align = Array.from({ length: columns }, (_, at) => sides[at] ?? 'center').map((side) =>
    side === 'left' || side === 'right' ? side : 'center',
  );
  const cells = rows.flatMap((cell) => Array.from({ length: columns }, (_, at) => `[$${cellOf(cell[at], at)}$]`));
  return `#box(baseline: 50% - 0.3em, grid(columns: ${columns}, column-gutter: ${gap}, row-gutter: 0.7em, align: (${align.join(', ')},), ${cells.join(', ')}))`;
};

const scripts = (
  base: MathNode | undefined,
  under: MathNode | undefined,
  over: MathNode | undefined,
  limits: boolean,
): string => {
  const text = argument(base);
  const kind = limits ? `limits(${text})` : isLarge(single(base)) ? `scripts(${text})` : text;
  return `attach(${kind}${over ? `, t: ${argument(over)}` : ''}${under ? `, b: ${argument(under)}` : ''})`;
};

const over = (node: MathNode): string => {
  const [base, mark] = node.children;
  const sign = mark ? textIn(mark) : '';
  const below = node.name === 'munder';
  const bar = bars[sign]?.[below ? 1 : 0];
  if (bar && single(mark)?.name === 'mo') return `${bar}(${argument(base)})`;
  const accent = accents[sign];
  if (accent && isAccent(node)) return `accent(${argument(base)}, ${accent})`;
  return below ? scripts(base, mark, undefined, true) : scripts(base, undefined, mark, true);
};

const one = (node: MathNode): string => {
  const space = spaceOf(node);
  if (space !== undefined) return `#h(${space.toFixed(3)}em)`;
  const [first, second, third] = node.children;
  switch (node.name) {
    case 'mi': {
      const sign = signOf(node);
      return Array.from(sign).length > 1
        ? `op(${typstString(sign)})`
        : styled(signs(sign), node.attributes['mathvariant']);
    }
    case 'mn':
      return styled(typstString(signOf(node)), node.attributes['mathvariant']);
    case 'mo':
      return signs(signOf(node));
    case 'mtext':
      return styled(
        typstString(node.text),
        node.attributes['mathvariant'] === 'normal' ? undefined : node.attributes['mathvariant'],
      );
    case 'mfrac':
      return node.attributes['linethickness'] === '0px'
        ? `mat(delim: #none, ${argument(first)}; ${argument(second)})`
        : `frac(${argument(first)}, ${argument(second)})`;
    case 'msqrt':
      return `sqrt(${argument(...node.children)})`;
    case 'mroot':
      return `root(${argument(second)}, ${argument(first)})`;
    case 'msup':
      return scripts(first, undefined, second, false);
    case 'msub':
      return scripts(first, second, undefined, false);
    case 'msubsup':
      return scripts(first, second, third, false);
    case 'munder':
    case 'mover':
      return over(node);
    case 'munderover':
      return scripts(first, second, third, true);
    case 'mtable':
      return tableOf(node);
    case 'mphantom':
      return `#hide[$${row(node.children)}$]`;
    case 'menclose':
      return node.attributes['notation'] === 'box'
        ? `#box(stroke: 0.5pt, inset: 3pt, baseline: 3pt)[$${row(node.children)}$]`
        : `cancel(${argument(...node.children)})`;
    case 'mrow':
      return isFenced(node) ? fenced(node) : row(node.children);
    case 'mstyle': {
      const paint = node.attributes['mathcolor'] ?? '';
      const fill = color.test(paint) ? `rgb(${typstString(paint)})` : named.has(paint) ? paint : undefined;
      return fill ? `#text(fill: ${fill})[$${row(node.children)}$]` : row(node.children);
    }
    default:
      return node.children.length > 0 ? row(node.children) : typstString(textIn(node));
  }
};

/**
 * An expression for a formula. `block`: on a line of its own. A formula that cannot be typeset is shown as its source.
 */
export const mathOf = (tex: string, block: boolean): string => {
  const math = mathmlOf(tex, block);
  if (math === undefined) return typstCode(tex, block);
  return `math.equation(block: ${block}, $${row(math)}$)`;
};
