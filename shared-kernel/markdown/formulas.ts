/** A formula in a text. */
export interface Formula {
  readonly tex: string;
  /** Whether it is on a line of its own. */
  readonly display: boolean;
  /** The number of its characters in the text, including its delimiters. */
  readonly length: number;
}

const dollars = /\$\$((?:\\[^]|\$(?!\$)|[^\\$])+)\$\$/y;
const dollar = /\$((?:\\.|[^\\$\n])+)\$(?!\w)/y;
const round = /\\\(((?:\\[^()]|[^\\])+)\\\)/y;
const square = /\\\[((?:\\[^[\]]|[^\\])+)\\\](?![(:[])/y;
const environment =
  /\\begin\{((?:align(?:ed|at)?|equation|gather(?:ed)?|alignedat|split|array|subarray|[drp]?cases|(?:small|[pbBvV])?matrix|CD)\*?)\}/y;
const deepest = 20;

const sign = /[\\^_={}]/;
const number = /^\d+(?:[.,]\d+)*$/;
/** Single letters are variables. Amounts in thousands and millions, such as `5k`, are not. */
const algebra = /^[^a-z]*(?:[a-z](?![a-z])[^a-z]*)+$/i;
const thousands = /\d\s?[kmbt]\b/i;

/**
 * Whether the text between two dollar signs is an amount of money, so that the second sign belongs to another amount.
 */
const isAmount = (text: string): boolean =>
  /^[-+(]?[.,]?\d/.test(text) &&
  !sign.test(text) &&
  !number.test(text) &&
  (!algebra.test(text) || thousands.test(text));

const between = (text: string): boolean => !/^[\s)\]},.;:?!*'"’”]|\s$|`/.test(text) && !isAmount(text);
/** Escaped brackets are often just brackets of the text. */
const inBrackets = (text: string): boolean => /^\s/.test(text) || sign.test(text) || /[<>+]/.test(text);

/** Without letters or digits, they are escaped characters of the text. */
const hasContent = (tex: string): boolean => /[\p{L}\p{N}]/u.test(tex);

const match = (mark: RegExp, text: string, at: number): RegExpExecArray | null => {
  mark.lastIndex = at;
  return mark.exec(text);
};
const formula = (found: RegExpExecArray, display: boolean): Formula | undefined => {
  const tex = (found[1] ?? '').trim();
  const counts = found[0].startsWith('$') ? tex !== '' : hasContent(tex);
  return counts ? { tex, display, length: found[0].length } : undefined;
};

/** Matches the beginnings and ends of environments with a name. */
const marksOf = (name: string): RegExp =>
  new RegExp(String.raw`\\(begin|end)\{${name.replace('*', String.raw`\*`)}\}`, 'g');

const environmentAt = (text: string, at: number): Formula | undefined => {
  const name = match(environment, text, at)?.[1];
  if (name === undefined) return undefined;
  const marks = marksOf(name);
  marks.lastIndex = at;
  let depth = 0;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    depth += found[1] === 'begin' ? 1 : -1;
    if (depth > deepest) return undefined;
    if (depth === 0) return { tex: text.slice(at, marks.lastIndex), display: true, length: marks.lastIndex - at };
  }
  return undefined;
};

/**
 * The formula that begins at this offset of a text, if there is one: between dollar signs, `\(` and `\)`, `\[` and
 * `\]`, or an environment. It reads no further than the next delimiter of the same kind, so that the cost stays linear.
 */
export const formulaAt = (text: string, at: number): Formula | undefined => {
  const next = text[at + 1];
  if (text[at] === '$') {
    if (/[$\w]/.test(text[at - 1] ?? '')) return undefined;
    const found = match(next === '$' ? dollars : dollar, text, at);
    return found && (next === '$' || between(found[1] ?? '')) ? formula(found, next === '$') : undefined;
  }
  if (text[at] !== '\\') return undefined;
  if (next === 'b') return environmentAt(text, at);
  const found = next === '(' ? match(round, text, at) : next === '[' ? match(square, text, at) : null;
  if (!found || (next === '[' && !inBrackets(found[1] ?? ''))) return undefined;
  return formula(found, next === '[');
};

const ends: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)', '\\[': '\\]', '\\b': '\\end{' };

/** Whether something that looks like the start of a formula at this offset has no end in the text yet. */
export const isUnended = (text: string, at: number): boolean => {
  const open = text.slice(at, at + 2);
  const end = ends[open];
  return end !== undefined && (open !== '\\b' || text.startsWith('egin{', at + 2)) && !text.includes(end, at + 2);
};

export interface FormulaBlock {
  readonly tex: string;
  /** The number of its lines. */
  readonly lines: number;
}

const environmentOf = (first: string, lines: Iterable<string>): FormulaBlock | undefined => {
  const name = match(environment, first, 0)?.[1];
  if (name === undefined) return undefined;
  const marks = marksOf(name);
  const read: string[] = [];
  let depth = 0;
  for (const line of lines) {
    read.push(line);
    for (const [, mark] of line.matchAll(marks)) depth += mark === 'begin' ? 1 : -1;
    if (depth > deepest) return undefined;
    if (depth > 0) continue;
    const text = read.join('\n');
    const found = environmentAt(text, 0);
    const whole = found && text.slice(found.length).trim() === '';
    return whole ? { tex: found.tex, lines: read.length } : undefined;
  }
  return undefined;
};

/** Whether a formula on its own lines may begin with this line. */
export const opensFormula = (line: string): boolean => /^(?:\$\$|\\\[|\\begin\{)/.test(line);

/**
 * The formula on lines of its own, which begin with `first`; `lines` includes it. Undefined if it has no end, or if
 * there is more than a formula on these lines.
 */
export const formulaOfLines = (first: string, lines: Iterable<string>): FormulaBlock | undefined => {
  if (!opensFormula(first)) return undefined;
  const open = first.slice(0, 2);
  if (open === String.raw`\b`) return environmentOf(first, lines);
  const close = open === '$$' ? '$$' : String.raw`\]`;
  const read: string[] = [];
  for (const line of lines) {
    const text = read.length === 0 ? line.slice(2) : line;
    if (open !== close && text.includes(open)) return undefined;
    const at = text.indexOf(close);
    if (at < 0) {
      read.push(text);
      continue;
    }
    const tex = [...read, text.slice(0, at)].join('\n');
    const whole =
      text.slice(at + 2).trim() === '' && (open === '$$' ? tex.trim() !== '' : hasContent(tex) && inBrackets(tex));
    return whole ? { tex: tex.trim(), lines: read.length + 1 } : undefined;
  }
  return undefined;
};
