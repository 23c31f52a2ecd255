import { detailsClosedBy, opensDetails } from '@atrium/shared-kernel/markdown/details';
import { cutOf, isParagraph } from './cut.ts';

/**
 * A growing Markdown text, split into blocks. `closed` and `open` joined are the text. A closed block never changes
 * again. Only the open one is read further, from its first unread line.
 */
export interface Blocks {
  readonly closed: readonly string[];
  /** For each closed block, whether it was cut: the next block continues the same paragraph or list. */
  readonly continues: readonly boolean[];
  readonly open: string;
  /** Offset of the first unread line in `open`. */
  readonly read: number;
  /**
   * The fence that `open` is inside of, such as ``` or ~~~~, or what opened its formula, such as $$ or \\begin{align}.
   */
  readonly fence: string | undefined;
  /** The previous line was blank or closed a fence, so that the next one may start a block. */
  readonly atBoundary: boolean;
  /** `open` is a list: a later item or an indented line still belongs to it. */
  readonly list: boolean;
  /** The number of `<details>` in `open` that are not closed yet. */
  readonly details: number;
}

export const noBlocks: Blocks = {
  closed: [],
  continues: [],
  open: '',
  read: 0,
  fence: undefined,
  atBoundary: false,
  list: false,
  details: 0,
};

const item = /^ {0,3}([-+*]|\d{1,9}[.)])(\s|$)/;
const itemFromMargin = /^(?:[-+*]|\d{1,9}[.)])\s/;
/** Matches an incomplete line that may still become either a list item or text. */
const mayBeItem = /^ {0,3}\d{0,9}[.)]?$/;
const fenceOf = (line: string) =>
  /^ {0,3}(`{3,}|~{3,}|\$\$|\\\[(?=\s|$|.*\\\]\s*$)|\\begin\{\w{1,12}\*?\})/.exec(line)?.[1];
const isFormula = (fence: string) => !/^[`~]/.test(fence);
const endOf = (formula: string) =>
  formula === '$$' ? formula : formula === '\\[' ? '\\]' : formula.replace('begin', 'end');

const endsFence = (line: string, fence: string): boolean => {
  const text = line.trim();
  if (isFormula(fence)) return text.endsWith(endOf(fence));
  return text.startsWith(fence) && text.replaceAll(fence[0] ?? '', '') === '';
};

/** A paragraph is checked for a cut each time it has grown by this many characters, and at its end. */
const cutInterval = 256;

/** In characters. Longer formulas are not drawn, so what seemed to open one is text. */
const longFormula = 6000;

/** Whether a growing block is a formula whose end has not arrived yet. */
export const isOpenFormula = (block: string): boolean => {
  const fence = fenceOf(block);
  if (fence === undefined || !isFormula(fence) || block.length > longFormula) return false;
  return block.trim().length <= 2 || !endsFence(block, fence);
};

/** In characters. Nobody folds away more than this, so what follows is parsed as if it were outside. */
const longDetails = 12_000;

const heading = /^ {0,3}#{1,6}\s/;
const interruptsText = /^ {0,3}(?:[-+*]\s+\S|1[.)]\s+\S|#{1,6}\s|[>|])/;
const interruptsList = /^(?:#{1,6}\s|>|`{3}|~{3})/;

/** Whether a line ends the paragraph, heading or list before it without a blank line in between. */
const interrupts = (block: string, line: string, list: boolean): boolean => {
  if (opensDetails(line)) return !list || !/^\s/.test(line);
  return list ? interruptsList.test(line) : interruptsText.test(line) && (isParagraph(block) || heading.test(block));
};

/** Whether a line starts a new block after a boundary. */
const starts = (line: string, list: boolean): boolean =>
  line.trim() !== '' && !(list && item.test(line)) && !/^( {2,}|\t)/.test(line);

/** In characters. A longer list is cut before its next item. */
const longList = 1500;

/** Whether a line can start another piece of the same list: its number does not start over. */
const startsPiece = (list: string, line: string): boolean => {
  if (!itemFromMargin.test(line)) return false;
  const first = Number.parseInt(list, 10);
  return Number.isNaN(first) || Number.parseInt(line, 10) > first;
};

type DetailsState = Pick<Blocks, 'fence' | 'details'>;
const noDetails: DetailsState = { fence: undefined, details: 0 };

/** The state after a line within `<details>`. Tags inside of code open and close none. */
const detailsAfter = (line: string, { fence, details }: DetailsState): DetailsState => {
  if (fence !== undefined) return { fence: endsFence(line, fence) ? undefined : fence, details };
  const fenced = fenceOf(line);
  if (fenced !== undefined && !isFormula(fenced)) return { fence: fenced, details };
  return { fence, details: Math.max(0, details + (opensDetails(line) ? 1 : 0) - detailsClosedBy(line)) };
};

/** The marker that all items of a list have in common. */
const markOf = (line: string) => item.exec(line)?.[1]?.at(-1);

/**
 * The blocks of the text after `more` was appended. The cost depends on the length of `more` and of one line, not of
 * the text.
 */
export const extendBlocks = (before: Blocks, more: string): Blocks => {
  const closed: string[] = [];
  const continues: boolean[] = [];
  let { open, read, fence, atBoundary, list, details } = before;
  open += more;
  const close = (end: number, on = false) => {
    closed.push(open.slice(0, end));
    continues.push(on);
    open = open.slice(end);
    read = 0;
    atBoundary = false;
    list = false;
  };
  /** Cuts pieces off a paragraph that has been read up to `end`. Returns the end of its last piece. */
  const cut = (end: number): number => {
    if (fence !== undefined || list || atBoundary || details > 0) return end;
    for (let remaining = end, at = cutOf(open.slice(0, remaining)); ; at = cutOf(open.slice(0, remaining))) {
      if (at === undefined) return remaining;
      closed.push(open.slice(0, at));
      continues.push(true);
      open = open.slice(at);
      read = Math.max(0, read - at);
      remaining -= at;
    }
  };
  for (;;) {
    let end = open.indexOf('\n', read);
    if (read === 0 && item.test(open)) list = true;
    const line = end < 0 ? open.slice(read) : open.slice(read, end);
    const within = fence !== undefined || details > 0;
    if (read > 0 && !within && !(end < 0 && mayBeItem.test(line))) {
      const piece = list && read > longList && startsPiece(open, line);
      const other = list && itemFromMargin.test(line) && markOf(open) !== markOf(line);
      if (piece || other || (atBoundary ? starts(line, list) : interrupts(open, line, list))) {
        cut(read);
        close(read, piece && !other);
        continue;
      }
    }
    if (end < 0) break;
    const fenced = fence === undefined ? fenceOf(line) : undefined;
    if (details > 0 || (!within && opensDetails(line))) {
      ({ fence, details } = end > longDetails ? noDetails : detailsAfter(line, { fence, details }));
      atBoundary = details === 0;
      read = end + 1;
      continue;
    }
    // Checked at intervals: after each of many short lines, the paragraph would be read from its start again.
    if (Math.floor(read / cutInterval) < Math.floor(end / cutInterval) || line.trim() === '' || fenced !== undefined)
      end = cut(end);
    if (fence === undefined) {
      const onOneLine = fenced !== undefined && isFormula(fenced) && line.trim().slice(2).includes(endOf(fenced));
      const opens = fenced !== undefined && !onOneLine;
      const alone = opens || (fenced !== undefined && endsFence(line, fenced));
      if (read > 0 && alone && !list) {
        close(read);
        continue;
      }
      if (read === 0) list = item.test(line);
      fence = opens ? fenced : undefined;
      atBoundary = line.trim() === '' || (alone && !opens);
    } else if (endsFence(line, fence)) {
      fence = undefined;
      atBoundary = true;
    } else if (isFormula(fence) && end > longFormula) fence = undefined;
    read = end + 1;
  }
  if (read > 0 || !item.test(open)) cut(open.length);
  return {
    closed: closed.length > 0 ? [...before.closed, ...closed] : before.closed,
    continues: closed.length > 0 ? [...before.continues, ...continues] : before.continues,
    open,
    read,
    fence,
    atBoundary,
    list,
    details,
  };
};

/** All blocks of a finished text. */
export const blocksOf = (text: string): readonly string[] => {
  const { closed, open } = extendBlocks(noBlocks, text);
  return open === '' ? closed : [...closed, open];
};
