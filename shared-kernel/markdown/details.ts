import type { StateBlock } from 'markdown-it';

const opening = /^<details>/i;
const fence = /^(`{3,}|~{3,})/;
const closing = '</details>';
/** The maximum number of lines of a summary. */
const maxSummaryLines = 10;

const startOf = (state: StateBlock, line: number): number => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
const lineOf = (state: StateBlock, line: number): string => state.src.slice(startOf(state, line), state.eMarks[line]);

/** How many elements end at the end of a line. */
export const detailsClosedBy = (line: string): number => {
  let count = 0;
  for (let left = line.trimEnd(); left.slice(-closing.length).toLowerCase() === closing; count += 1)
    left = left.slice(0, -closing.length).trimEnd();
  return count;
};

/** Whether an element begins with a line. */
export const opensDetails = (line: string): boolean => opening.test(line.trimStart());

/** The last line of the element that begins at `from`. An unclosed one ends with the block that contains it. */
const endOf = (state: StateBlock, from: number, to: number): { last: number; closed: boolean } => {
  let depth = 0;
  let fenced: string | undefined;
  for (let line = from; line < to; line += 1) {
    if (line > from && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent)
      return { last: line - 1, closed: false };
    const text = lineOf(state, line);
    const [mark] = fence.exec(text) ?? [];
    if (fenced !== undefined) {
      if (mark?.startsWith(fenced) && text.trim() === mark) fenced = undefined;
    } else if (mark !== undefined) fenced = mark;
    else {
      depth += (opensDetails(text) ? 1 : 0) - detailsClosedBy(text);
      if (depth <= 0) return { last: line, closed: true };
    }
  }
  return { last: to - 1, closed: false };
};

interface Summary {
  readonly text: string;
  /** Its end in the source, and the line of that. */
  readonly end: number;
  readonly line: number;
}

/** The summary, if the element begins with one. */
const summaryOf = (state: StateBlock, from: number, last: number): Summary | undefined => {
  let line = from;
  let at = startOf(state, from) + '<details>'.length;
  while (line < last && state.src.slice(at, state.eMarks[line]).trim() === '') {
    line += 1;
    at = startOf(state, line);
  }
  const [tag] = /^\s*<summary>/i.exec(state.src.slice(at, state.eMarks[line])) ?? [];
  if (tag === undefined) return undefined;
  const parts: string[] = [];
  at += tag.length;
  for (const limit = Math.min(last, line + maxSummaryLines); line <= limit; line += 1, at = startOf(state, line)) {
    const text = state.src.slice(at, state.eMarks[line]);
    const end = text.search(/<\/summary>/i);
    if (end >= 0)
      return { text: [...parts, text.slice(0, end)].join(' ').trim(), end: at + end + '</summary>'.length, line };
    parts.push(text);
  }
  return undefined;
};

const pushSummary = (state: StateBlock, text: string): void => {
  state.push('summary_open', 'summary', 1);
  const inline = state.push('inline', '', 0);
  inline.content = text;
  inline.children = [];
  state.push('summary_close', 'summary', -1);
};

/** Reads the lines of an element. The first one may begin, and the last one may end, within a line. */
const readBody = (state: StateBlock, body: { line: number; start: number; last: number; end: number }): void => {
  const { line, start, last, end } = body;
  const { lineMax, blkIndent } = state;
  const before = {
    bMark: state.bMarks[line] ?? 0,
    tShift: state.tShift[line] ?? 0,
    sCount: state.sCount[line] ?? 0,
    eMark: state.eMarks[last] ?? 0,
  };
  state.eMarks[last] = end;
  if (start > startOf(state, line)) {
    state.bMarks[line] = state.skipSpaces(start);
    state.tShift[line] = 0;
    state.sCount[line] = blkIndent;
  }
  state.lineMax = last + 1;
  state.md.block.tokenize(state, line, last + 1);
  state.lineMax = lineMax;
  state.bMarks[line] = before.bMark;
  state.tShift[line] = before.tShift;
  state.sCount[line] = before.sCount;
  state.eMarks[last] = before.eMark;
};

/**
 * `<details>` at the beginning of a line, without attributes. Its content is Markdown. Raw HTML is plain text
 * everywhere else.
 */
export const details = (state: StateBlock, from: number, to: number, silent: boolean): boolean => {
  if ((state.sCount[from] ?? 0) - state.blkIndent >= 4 || !opensDetails(lineOf(state, from))) return false;
  if (silent) return true;
  const { last, closed } = endOf(state, from, to);
  const summary = summaryOf(state, from, last);
  const token = state.push('details_open', 'details', 1);
  token.map = [from, last + 1];
  pushSummary(state, summary?.text || 'Details');
  const line = summary?.line ?? from;
  const start = summary?.end ?? startOf(state, from) + '<details>'.length;
  const lastStart = Math.max(startOf(state, last), last === line ? start : 0);
  const lastEnd = state.eMarks[last] ?? 0;
  const end = closed ? lastStart + state.src.slice(lastStart, lastEnd).toLowerCase().lastIndexOf(closing) : lastEnd;
  // The remainder of the first line may be empty. Reading then begins with the next line.
  const begins = state.src.slice(start, line === last ? end : state.eMarks[line]).trim() === '' ? line + 1 : line;
  if (begins <= last) readBody(state, { line: begins, start: begins === line ? start : 0, last, end });
  state.push('details_close', 'details', -1);
  state.line = last + 1;
  return true;
};
