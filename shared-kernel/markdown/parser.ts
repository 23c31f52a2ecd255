import createMarkdown, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it';
import { alerts } from './alerts.ts';
import { definitionList } from './definition-list.ts';
import { details } from './details.ts';
import { inlineHtml } from './inline-html.ts';
import { struckBySingle } from './struck.ts';
import { formulaAt, formulaOfLines, isUnended, opensFormula } from './formulas.ts';

export type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** How a text is parsed, as the parser's environment. */
export interface ParseOptions extends Record<PropertyKey, unknown> {
  /** The text still grows: a formula whose end is still to come stands as it is written. */
  readonly growing?: boolean;
}

/** Lists and quotes within one another: each list counts twice. What stands deeper is text. */
const deepest = 24;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);

function* linesOf(state: StateBlock, from: number, to: number): Generator<string> {
  for (let line = from; line < to; line += 1) {
    // A line that leaves the list or quote ends what stands in it.
    if (line > from && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return;
    yield lineOf(state, line);
  }
}

const inlineFormula = (state: StateInline, silent: boolean): boolean => {
  const sign = state.src[state.pos];
  if (sign !== '$' && sign !== '\\') return false;
  const found = formulaAt(state.src, state.pos);
  if (!found && !silent && (state.env as ParseOptions).growing && isUnended(state.src, state.pos)) {
    state.pending += state.src.slice(state.pos, state.posMax);
    state.pos = state.posMax;
    return true;
  }
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push(found.display ? 'math_display' : 'math', 'span', 0).content = found.tex;
  state.pos += found.length;
  return true;
};

const blockFormula = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  const first = lineOf(state, from);
  if (!opensFormula(first) || (state.sCount[from] ?? 0) - state.blkIndent >= 4) return false;
  const found = formulaOfLines(first, linesOf(state, from, to));
  if (!found) return false;
  if (silent) return true;
  const token = state.push('math_display', 'div', 0);
  token.content = found.tex;
  token.map = [from, from + found.lines];
  state.line = from + found.lines;
  return true;
};

const widest = 16;
/** Of marks of quotes nobody counts more, and a document of hundreds in each line takes long to set. */
const manyQuotes = /^(?:> ?){9,}/;
/** Lines that stand as they are written, each on a line of its own and as far in as it was. */
const levelsOf = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const inside = line.trimStart().replace(manyQuotes, '> '.repeat(8));
      return `${'\u00a0'.repeat(Math.min(widest, line.length - line.trimStart().length))}${inside.trimEnd()}`;
    })
    .join('  \n');

/** The parser would leave out what is nested deeper than it reads. */
const tooDeep = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  if (silent || state.level < deepest) return false;
  let last = from;
  while (last + 1 < to && (state.sCount[last + 1] ?? 0) >= state.blkIndent) last += 1;
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = levelsOf(state.getLines(from, last + 1, state.blkIndent, false));
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = last + 1;
  return true;
};

/**
 * Reads CommonMark with tables, struck text, formulas, alerts and definitions, the same for screens and documents; raw HTML
 * is text but for a few elements without attributes, and addresses are judged where they are used.
 */
export const createParser = (): MarkdownIt => {
  const parser = createMarkdown({ html: false });
  parser.validateLink = () => true;
  parser.inline.ruler.before('escape', 'math', inlineFormula);
  parser.inline.ruler.before('autolink', 'inline_html', inlineHtml);
  parser.inline.ruler.before('strikethrough', 'struck_by_single', struckBySingle);
  parser.block.ruler.before('table', 'too_deep', tooDeep);
  parser.block.ruler.before('fence', 'math', blockFormula, { alt: ['paragraph', 'blockquote', 'list'] });
  parser.block.ruler.before('fence', 'details', details, { alt: ['paragraph', 'blockquote', 'list'] });
  parser.block.ruler.before('lheading', 'definition_list', definitionList);
  parser.core.ruler.push('alerts', alerts);
  return parser;
};
