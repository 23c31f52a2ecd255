import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** An amount of money is none: it begins with a digit and holds no sign of a formula. */
const inline = /\$\$([^$]+)\$\$|\$(?=[^\s$])((?!\d)[^$\n]*|[^$\n]*[\\^_={}][^$\n]*)(?<=\S)\$(?!\w)/y;

const inlineMath = (state: StateInline, silent: boolean): boolean => {
  if (/[\\$\w]/.test(state.src[state.pos - 1] ?? '')) return false;
  inline.lastIndex = state.pos;
  const [formula, double, single] = inline.exec(state.src) ?? [];
  if (formula === undefined) return false;
  if (!silent) state.push('math', 'span', 0).content = (double ?? single ?? '').trim();
  state.pos += formula.length;
  return true;
};

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0);

const blockMath = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  const first = lineOf(state, from);
  if (!first.startsWith('$$') || (state.sCount[from] ?? 0) - state.blkIndent >= 4) return false;
  const lines = [first.slice(2)];
  let line = from;
  while (!lines.at(-1)?.trimEnd().endsWith('$$')) {
    line += 1;
    if (line >= to) break;
    lines.push(lineOf(state, line));
  }
  const tex = lines.join('\n').trimEnd().replace(/\$\$$/, '');
  // Text after a formula on its own line is a paragraph that holds one.
  if (tex.includes('$$')) return false;
  if (silent) return true;
  const token = state.push('math_display', 'div', 0);
  token.content = tex.trim();
  token.map = [from, line + 1];
  state.line = Math.min(line + 1, to);
  return true;
};

/** Formulas between dollars, as remark-math and most models write them. */
export const mathRules = (parser: MarkdownIt): void => {
  parser.inline.ruler.before('escape', 'math', inlineMath);
  parser.block.ruler.before('fence', 'math', blockMath, { alt: ['paragraph', 'blockquote', 'list'] });
};
