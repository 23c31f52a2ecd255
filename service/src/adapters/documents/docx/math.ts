import { ImportedXmlComponent, type ParagraphChild } from 'docx';
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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const forbidden = new RegExp(String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]`, 'g');
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '');

const font = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>';
const styles: Readonly<Record<string, string>> = {
  normal: '<m:sty m:val="p"/>',
  bold: '<m:sty m:val="b"/>',
  italic: '<m:sty m:val="i"/>',
  'bold-italic': '<m:sty m:val="bi"/>',
  'double-struck': '<m:scr m:val="double-struck"/><m:sty m:val="p"/>',
  script: '<m:scr m:val="script"/><m:sty m:val="p"/>',
  fraktur: '<m:scr m:val="fraktur"/><m:sty m:val="p"/>',
  'sans-serif': '<m:scr m:val="sans-serif"/><m:sty m:val="p"/>',
  monospace: '<m:scr m:val="monospace"/><m:sty m:val="p"/>',
};
const run = (text: string, properties = ''): string =>
  text === ''
    ? ''
    : `<m:r>${properties ? `<m:rPr>${properties}</m:rPr>` : ''}${font}<m:t xml:space="preserve">${escaped(text)}</m:t></m:r>`;
const element = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;
const property = (name: string, value: string): string => `<m:${name} m:val="${escaped(value)}"/>`;

/** An argument of an element of an equation. */
const argument = (name: string, ...nodes: (MathNode | undefined)[]): string =>
  element(name, row(nodes.filter((node) => node !== undefined)));

const accents: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0304',
  ˉ: '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  ˇ: '\u030c',
  '˘': '\u0306',
  '´': '\u0301',
  ˊ: '\u0301',
  '`': '\u0300',
  ˋ: '\u0300',
  '⃗': '\u20d7',
  '→': '\u20d7',
  '←': '\u20d6',
  '˚': '\u030a',
};
const bars = new Set(['‾', '―', '_']);
const braces = new Set(['⏞', '⏟', '⎴', '⎵']);

const over = (node: MathNode): string => {
  const [base, mark] = node.children;
  const sign = mark ? textIn(mark) : '';
  const position = property('pos', node.name === 'munder' ? 'bot' : 'top');
  if (single(mark)?.name === 'mo') {
    if (bars.has(sign)) return element('bar', element('barPr', position) + argument('e', base));
    if (braces.has(sign))
      return element('groupChr', element('groupChrPr', property('chr', sign) + position) + argument('e', base));
    const accent = accents[sign];
    if (accent && isAccent(node))
      return element('acc', element('accPr', property('chr', accent)) + argument('e', base));
  }
  return node.name === 'munder'
    ? element('limLow', argument('e', base) + argument('lim', mark))
    : element('limUpp', argument('e', base) + argument('lim', mark));
};

/** A large operator, such as a sum. In Word it contains its operand, which is the next node. */
const operatorOf = (node: MathNode, next: MathNode | undefined): string => {
  const [base, first, second] = node.children;
  const limits = node.name.startsWith('mu') || node.name === 'mover';
  const raised = node.name === 'msup' || node.name === 'mover';
  const [sub, sup] = raised ? [undefined, first] : [first, second];
  const properties = [
    property('chr', textIn(base!)),
    property('limLoc', limits ? 'undOvr' : 'subSup'),
    property('subHide', sub ? '0' : '1'),
    property('supHide', sup ? '0' : '1'),
  ].join('');
  return element(
    'nary',
    element('naryPr', properties) + argument('sub', sub) + argument('sup', sup) + argument('e', next),
  );
};
const withScripts = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover']);

const fenced = (node: MathNode): string => {
  const { open, close, inner } = fencedParts(node);
  return element('d', element('dPr', property('begChr', open) + property('endChr', close)) + argument('e', ...inner));
};

const tableOf = (node: MathNode): string => {
  const rows = rowsOf(node);
  const columns = Math.max(1, ...rows.map((cells) => cells.length));
  const sides = (node.attributes['columnalign'] ?? '').split(' ');
  if (columns === 1 && rows.length > 0)
    return element('eqArr', rows.map((cells) => argument('e', ...(cells[0]?.children ?? []))).join(''));
  const column = (at: number) =>
    element(
      'mc',
      element(
        'mcPr',
        property('count', '1') + property('mcJc', sides[at] === 'left' || sides[at] === 'right' ? sides[at] : 'center'),
      ),
    );
  const properties = element(
    'mPr',
    property('plcHide', '1') + element('mcs', Array.from({ length: columns }, (_, at) => column(at)).join('')),
  );
  const cells = (row: MathNode[]) =>
    Array.from({ length: columns }, (_, at) => argument('e', ...(row[at]?.children ?? []))).join('');
  return element('m', properties + rows.map((row) => element('mr', cells(row))).join(''));
};

const one = (node: MathNode): string => {
  const [first, second, third] = node.children;
  const space = spaceOf(node);
  if (space !== undefined) return space > 0 ? run(space > 0.3 ? '\u2003' : '\u2009', '<m:nor/>') : '';
  const variant = node.attributes['mathvariant'];
  switch (node.name) {
    case 'mi': {
      const sign = signOf(node);
      return run(sign, styles[variant ?? ''] ?? (Array.from(sign).length > 1 ? styles['normal'] : ''));
    }
    case 'mn':
      return run(signOf(node), styles[variant ?? ''] ?? '');
    case 'mo':
      return run(signOf(node), styles['normal']);
    case 'mtext':
      return run(node.text, '<m:nor/>');
    case 'mfrac':
      return element(
        'f',
        element('fPr', property('type', node.attributes['linethickness'] === '0px' ? 'noBar' : 'bar')) +
          argument('num', first) +
          argument('den', second),
      );
    case 'msqrt':
      return element('rad', element('radPr', property('degHide', '1')) + '<m:deg/>' + argument('e', ...node.children));
    case 'mroot':
      return element('rad', argument('deg', second) + argument('e', first));
    case 'msup':
      return element('sSup', argument('e', first) + argument('sup', second));
    case 'msub':
      return element('sSub', argument('e', first) + argument('sub', second));
    case 'msubsup':
      return element('sSubSup', argument('e', first) + argument('sub', second) + argument('sup', third));
    case 'munder':
    case 'mover':
      return over(node);
    case 'munderover':
      return element(
        'limUpp',
        element('e', element('limLow', argument('e', first) + argument('lim', second))) + argument('lim', third),
      );
    case 'mtable':
      return tableOf(node);
    case 'mphantom':
      return element('phant', element('phantPr', property('show', '0')) + argument('e', ...node.children));
    case 'menclose': {
      const box = node.attributes['notation'] === 'box';
      const hidden =
        ['hideTop', 'hideBot', 'hideLeft', 'hideRight'].map((side) => property(side, '1')).join('') +
        property('strikeBLTR', '1');
      return element('borderBox', (box ? '' : element('borderBoxPr', hidden)) + argument('e', ...node.children));
    }
    case 'mrow':
      return isFenced(node) ? fenced(node) : row(node.children);
    default:
      return node.children.length > 0 ? row(node.children) : run(textIn(node), '<m:nor/>');
  }
};

const row = (nodes: readonly MathNode[]): string => {
  const flat = rowOf(nodes);
  let text = '';
  for (let at = 0; at < flat.length; at += 1) {
    const node = flat[at]!;
    if (withScripts.has(node.name) && isLarge(single(node.children[0]))) {
      text += operatorOf(node, flat[at + 1]);
      at += 1;
    } else text += one(node);
  }
  return text;
};

/** A formula as a Word equation in XML; undefined if it can only be shown as its source. */
export const ommlOf = (tex: string, display: boolean): string | undefined => {
  const math = mathmlOf(tex, display);
  const content = math && row(math);
  return content ? element('oMath', content) : undefined;
};
// The docx library has no type for foreign elements, but accepts them wherever a run may be.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library types an imported part as no child of a paragraph
const imported = (xml: string): ParagraphChild => ImportedXmlComponent.fromXmlString(xml) as unknown as ParagraphChild;

export const mathOf = (tex: string, display: boolean): ParagraphChild | undefined => {
  const math = ommlOf(tex, display);
  return math === undefined ? undefined : imported(math);
};

/** An equation in a paragraph of its own. */
export const mathParagraphOf = (tex: string): ParagraphChild | undefined => {
  const math = ommlOf(tex, true);
  return math === undefined ? undefined : imported(element('oMathPara', math));
};
