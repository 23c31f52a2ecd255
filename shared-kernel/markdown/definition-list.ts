import type { StateBlock } from 'markdown-it';

const mark = /^:[ \t]+(?=\S)/;
/** Further lines of a definition are indented by at least this, or follow without an empty line. */
const indent = 2;

const indentOf = (state: StateBlock, line: number): number => (state.sCount[line] ?? 0) - state.blkIndent;
const startOf = (state: StateBlock, line: number): number => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
const lineOf = (state: StateBlock, line: number): string => state.src.slice(startOf(state, line), state.eMarks[line]);

const defines = (state: StateBlock, line: number, to: number): boolean =>
  line < to && indentOf(state, line) >= 0 && indentOf(state, line) < 4 && mark.test(lineOf(state, line));

/** Whether a block other than a paragraph begins with a line. */
const interrupts = (state: StateBlock, line: number, to: number): boolean =>
  state.md.block.ruler.getRules('paragraph').some((rule) => rule(state, line, to, true));

const isTerm = (state: StateBlock, line: number, to: number): boolean =>
  indentOf(state, line) >= 0 &&
  indentOf(state, line) < 4 &&
  !defines(state, line, to) &&
  defines(state, line + 1, to) &&
  !interrupts(state, line, to);

const skipEmpty = (state: StateBlock, from: number, to: number): number => {
  let line = from;
  while (line < to && state.isEmpty(line)) line += 1;
  return line;
};

/** The line after a definition. Indented lines belong to it, and text that follows without an empty line. */
const endOf = (state: StateBlock, from: number, to: number): number => {
  let end = from + 1;
  for (;;) {
    const next = skipEmpty(state, end, to);
    if (next >= to) return end;
    const lazy =
      next === end &&
      indentOf(state, next) >= 0 &&
      !defines(state, next, to) &&
      !defines(state, next + 1, to) &&
      !interrupts(state, next, to);
    if (indentOf(state, next) < indent && !lazy) return end;
    end = next + 1;
  }
};

const pushTerm = (state: StateBlock, line: number): void => {
  state.push('dt_open', 'dt', 1);
  const inline = state.push('inline', '', 0);
  inline.content = lineOf(state, line).trim();
  inline.children = [];
  state.push('dt_close', 'dt', -1);
};

/** Reads one definition. Returns the line after it. */
const pushDefinition = (state: StateBlock, line: number, to: number): number => {
  const end = endOf(state, line, to);
  const [sign = ''] = mark.exec(lineOf(state, line)) ?? [];
  const { lineMax, blkIndent } = state;
  const { [line]: tShift = 0 } = state.tShift;
  const { [line]: sCount = 0 } = state.sCount;
  const { [line]: bMark = 0 } = state.bMarks;
  state.push('dd_open', 'dd', 1);
  const first = state.tokens.length;
  state.bMarks[line] = bMark + tShift + sign.length;
  state.tShift[line] = 0;
  state.blkIndent = blkIndent + indent;
  state.sCount[line] = state.blkIndent;
  state.lineMax = end;
  state.md.block.tokenize(state, line, end);
  state.lineMax = lineMax;
  state.blkIndent = blkIndent;
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
  const content = state.tokens.slice(first);
  const [open, , close] = content;
  if (content.length === 3 && open?.type === 'paragraph_open' && close) {
    open.hidden = true;
    close.hidden = true;
  }
  state.push('dd_close', 'dd', -1);
  return end;
};

/** Definition lists: a term on its own line, followed by its definitions, each after a colon. */
export const definitionList = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  if (silent || !isTerm(state, from, to)) return false;
  state.push('dl_open', 'dl', 1);
  let line = from;
  for (let next = from; next < to && isTerm(state, next, to); next = skipEmpty(state, line, to)) {
    pushTerm(state, next);
    line = next + 1;
    while (defines(state, line, to)) line = pushDefinition(state, line, to);
  }
  state.push('dl_close', 'dl', -1);
  state.line = line;
  return true;
};
