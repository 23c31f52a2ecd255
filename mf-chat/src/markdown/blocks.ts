import { detailsClosedBy, opensDetails } from '@atrium/shared-kernel/markdown/details';
import { cutOf, isParagraph } from './cut.ts';

/**
 * A growing markdown text, split into blocks. Joined, `closed` and `open` are the text. A closed block never changes
 * again; only the open one is read on, from its first line that was not read yet.
 */
export interface Blocks {
  readonly closed: readonly string[];
  /** Of each closed block, whether it was cut: the block after it is of the same paragraph or list. */
  readonly goesOn: readonly boolean[];
  readonly open: string;
  /** Where the first unread line of `open` begins. */
  readonly read: number;
  /** The fence that `open` is inside of, as ``` or ~~~~, or what opened its formula, as $$ or \\begin{align}. */
  readonly fence: string | undefined;
  /** The line before was blank, or closed a fence. */
  readonly rest: boolean;
  /** `open` is a list: a later item or an indented line still belongs to it. */
  readonly list: boolean;
  /** So many `<details>` in `open` are not closed yet. */
  readonly details: number;
}

export const noBlocks: Blocks = {
  closed: [],
  goesOn: [],
  open: '',
  read: 0,
  fence: undefined,
  rest: false,
  list: false,
  details: 0,
};

const item = /^ {0,3}([-+*]|\d{1,9}[.)])(\s|$)/;
const itemFromMargin = /^(?:[-+*]|\d{1,9}[.)])\s/;
/** Of a line that is not whole yet: the number of an item, or a text. */
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

/** A paragraph is tried for a cut each time it has grown by so many characters, and where it ends. */
const tried = 256;

/** Longer than a formula is drawn: what seemed to open one is text. */
const longFormula = 6000;

/** Whether a growing block is a formula whose end is still to come. */
export const isOpenFormula = (block: string): boolean => {
  const fence = fenceOf(block);
  if (fence === undefined || !isFormula(fence) || block.length > longFormula) return false;
  return block.trim().length <= 2 || !endsFence(block, fence);
};

/** Longer than anybody folds away: what follows is parsed as if it stood outside. */
const longDetails = 12_000;

const heading = /^ {0,3}#{1,6}\s/;
const interruptsText = /^ {0,3}(?:[-+*]\s+\S|1[.)]\s+\S|#{1,6}\s|[>|])/;
const interruptsList = /^(?:#{1,6}\s|>|`{3}|~{3})/;

/** Whether a line ends the paragraph, the heading or the list that stands before it, without an empty line between. */
const interrupts = (block: string, line: string, list: boolean): boolean => {
  if (opensDetails(line)) return !list || !/^\s/.test(line);
  return list ? interruptsList.test(line) : interruptsText.test(line) && (isParagraph(block) || heading.test(block));
};

/** Whether a line starts a block of its own after a rest. */
const starts = (line: string, list: boolean): boolean =>
  line.trim() !== '' && !(list && item.test(line)) && !/^( {2,}|\t)/.test(line);

/** A list is cut before an item once it is this long. */
const longList = 1500;

/** Whether a list can go on as a list of its own: the numbers do not begin anew. */
const startsPiece = (list: string, line: string): boolean => {
  if (!itemFromMargin.test(line)) return false;
  const first = Number.parseInt(list, 10);
  return Number.isNaN(first) || Number.parseInt(line, 10) > first;
};

type Folded = Pick<Blocks, 'fence' | 'details'>;
const unfolded: Folded = { fence: undefined, details: 0 };

/** How many `<details>` are open after a line of one; what stands in code opens and closes none. */
const foldedAfter = (line: string, { fence, details }: Folded): Folded => {
  if (fence !== undefined) return { fence: endsFence(line, fence) ? undefined : fence, details };
  const fenced = fenceOf(line);
  if (fenced !== undefined && !isFormula(fenced)) return { fence: fenced, details };
  return { fence, details: Math.max(0, details + (opensDetails(line) ? 1 : 0) - detailsClosedBy(line)) };
};

/** What all items of a list have in common. */
const markOf = (line: string) => item.exec(line)?.[1]?.at(-1);

/** The blocks of the text with `more` at its end. Cost follows the length of `more` and of one line, not of the text. */
export const extendBlocks = (before: Blocks, more: string): Blocks => {
  const closed: string[] = [];
  const goesOn: boolean[] = [];
  let { open, read, fence, rest, list, details } = before;
  open += more;
  const close = (end: number, on = false) => {
    closed.push(open.slice(0, end));
    goesOn.push(on);
    open = open.slice(end);
    read = 0;
    rest = false;
    list = false;
  };
  /** Cuts pieces off a paragraph that is known up to `end`; answers where its last piece ends. */
  const cut = (end: number): number => {
    if (fence !== undefined || list || rest || details > 0) return end;
    for (let left = end, at = cutOf(open.slice(0, left)); ; at = cutOf(open.slice(0, left))) {
      if (at === undefined) return left;
      closed.push(open.slice(0, at));
      goesOn.push(true);
      open = open.slice(at);
      read = Math.max(0, read - at);
      left -= at;
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
      if (piece || other || (rest ? starts(line, list) : interrupts(open, line, list))) {
        cut(read);
        close(read, piece && !other);
        continue;
      }
    }
    if (end < 0) break;
    const fenced = fence === undefined ? fenceOf(line) : undefined;
    if (details > 0 || (!within && opensDetails(line))) {
      ({ fence, details } = end > longDetails ? unfolded : foldedAfter(line, { fence, details }));
      rest = details === 0;
      read = end + 1;
      continue;
    }
    // Many short lines are not each read from their paragraph's first one on.
    if (Math.floor(read / tried) < Math.floor(end / tried) || line.trim() === '' || fenced !== undefined)
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
      rest = line.trim() === '' || (alone && !opens);
    } else if (endsFence(line, fence)) {
      fence = undefined;
      rest = true;
    } else if (isFormula(fence) && end > longFormula) fence = undefined;
    read = end + 1;
  }
  if (read > 0 || !item.test(open)) cut(open.length);
  return {
    closed: closed.length > 0 ? [...before.closed, ...closed] : before.closed,
    goesOn: closed.length > 0 ? [...before.goesOn, ...goesOn] : before.goesOn,
    open,
    read,
    fence,
    rest,
    list,
    details,
  };
};

/** All blocks of a finished text. */
export const blocksOf = (text: string): readonly string[] => {
  const { closed, open } = extendBlocks(noBlocks, text);
  return open === '' ? closed : [...closed, open];
};
