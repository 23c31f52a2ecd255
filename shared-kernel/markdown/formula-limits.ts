/** The limits of one formula. Formulas beyond them are shown as source. */
export const formulaLimits = {
  characters: 5000,
  /** Nested groups. */
  depth: 20,
  rows: 100,
  cells: 1000,
  /** The sum of all lengths in it, in em. */
  lengths: 60,
} as const;

/** KaTeX's own limits, the same wherever it is used. */
export const katexLimits = { strict: 'ignore', trust: false, maxExpand: 1000, maxSize: 20 } as const;

/** Commands that define commands, open addresses, load something or name elements of the page. */
const refused =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand|expandafter|noexpand|href|url|includegraphics|html[A-Za-z]+|@[A-Za-z@]*)(?![A-Za-z@])/;
const withLengths = /\\(?:rule|[hm]?kern|[hm]skip|hspace|raisebox|genfrac|above|cr|\\\s*\[)/;
const length = /(\d+\.?\d*|\.\d+)\s*(em|ex|mu|pt|mm|cm|in|bp|pc|dd|cc|nd|nc|sp)\b/g;
const inM: Readonly<Record<string, number>> = {
  em: 1,
  ex: 0.44,
  mu: 1 / 18,
  pt: 0.1,
  mm: 0.29,
  cm: 2.85,
  in: 7.23,
  bp: 0.11,
  pc: 1.2,
  dd: 0.11,
  cc: 1.29,
  nd: 0.11,
  nc: 1.29,
  sp: 0.001,
};
const lengthsOf = (tex: string): number =>
  withLengths.test(tex)
    ? [...tex.matchAll(length)].reduce((sum, [, count, unit = '']) => sum + Number(count) * (inM[unit] ?? 1), 0)
    : 0;

const tokens = /\\[A-Za-z]+|\\[^]|[{}[\]&]|\S/g;
/** Commands that apply to everything after them in the same group. */
const switches =
  /^\\(?:(?:display|text|script|scriptscript)style|tiny|sixptsize|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|rm|bf|it|sf|tt|cal|color|over|atop|choose|above|brace|brack)$/;
/** Commands whose arguments need no braces. */
const unbraced = /^\\(?:[dtc]?frac|[dt]?binom|genfrac|sqrt|math[a-z]+|text[a-z]*|bold[a-z]*|bm|[Bb]bb?|frak)$/;

interface Group {
  readonly open: string;
  /** The number of switches in the group. */
  switched: number;
}

/** The depth of nested groups, and the numbers of rows and cells. */
const shapeOf = (tex: string) => {
  const groups: Group[] = [{ open: '', switched: 0 }];
  let switched = 0;
  let chain = 0;
  let deepest = 0;
  let rows = 0;
  let cells = 0;
  let last = '';
  const close = (opens: string) => {
    if (groups.at(-1)?.open === opens) switched -= groups.pop()?.switched ?? 0;
  };
  for (const [token] of tex.matchAll(tokens)) {
    if (token === '{' || token === String.raw`\left` || token === String.raw`\begin`)
      groups.push({ open: token, switched: 0 });
    else if (token === '[' && last.startsWith('\\')) groups.push({ open: token, switched: 0 });
    else if (token === '}') close('{');
    else if (token === ']') close('[');
    else if (token === String.raw`\right`) close(String.raw`\left`);
    else if (token === String.raw`\end`) close(String.raw`\begin`);
    else if (token === '&') cells += 1;
    else if (token === String.raw`\\` || token === String.raw`\cr`) rows += 1;
    else if (switches.test(token)) {
      switched += 1;
      groups.at(-1)!.switched += 1;
    }
    chain = unbraced.test(token) ? chain + 1 : 0;
    last = token;
    deepest = Math.max(deepest, groups.length - 1 + switched + Math.max(0, chain - 1));
    if (deepest > formulaLimits.depth) break;
  }
  return { deepest, rows, cells };
};

/** Whether a formula is within the limits, for screens and documents alike. */
export const isSettable = (source: string): boolean => {
  if (source.length > formulaLimits.characters) return false;
  // A comment may be inside a length.
  const tex = source.replaceAll(/\\[^]|%[^\n]*\n?/g, (found) => (found.startsWith('%') ? '' : found));
  if (refused.test(tex) || lengthsOf(tex) > formulaLimits.lengths) return false;
  const { deepest, rows, cells } = shapeOf(tex);
  return deepest <= formulaLimits.depth && rows <= formulaLimits.rows && cells <= formulaLimits.cells;
};
