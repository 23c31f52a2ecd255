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
  /** Whether the text is still growing. A formula without an end yet is then shown as written. */
  readonly growing?: boolean;
}

/** The maximum depth of nested lists and quotes; each list counts twice. Anything deeper is plain text. */
const maxDepth = 24;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);

function* linesOf(state: StateBlock, from: number, to: number): Generator<string> {
  for (let line = from; line < to; line += 1) {
    // A line outside of the list or quote ends its content.
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

const maxIndent = 16;
/**
 * Nine or more quote marks are shortened to eight: nobody counts them, and rendering a document with hundreds in each
 * line takes long.
 */
const manyQuotes = /^(?:> ?){9,}/;
/** Renders lines as written, each on its own line with its indentation. */
const levelsOf = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const inside = line.trimStart().replace(manyQuotes, '> '.repeat(8));
      return `${'\u00a0'.repeat(Math.min(maxIndent, line.length - line.trimStart().length))}${inside.trimEnd()}`;
    })
    .join('  \n');

/** Keeps what is nested too deeply as text, because the parser would leave it out. */
const tooDeep = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  if (silent || state.level < maxDepth) return false;
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
 * Reads CommonMark with tables, strikethrough, formulas, alerts and definitions, the same for screens and documents.
 * Raw HTML is plain text except for a few elements without attributes. Links are checked where they are used.
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
