import { charactersWithin } from '../context/tokens.ts';

/** A part of a text that is found, given and cited as one. `start` and `end` are characters of the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Where the text tells its pages. */
  readonly page?: number;
}

/** Tokens of a passage at most, as `tokensOf` estimates them. */
const tokensMost = 500;
/** Characters that come to as many tokens in no language. */
const charactersMost = 4000;
/** A sentence up to so many characters is repeated at the beginning of the next passage. */
const repeatedMost = 200;

const pageMark = /^\[Page (\d+)\]$/gm;
/** Where a text may be cut, the best first: between paragraphs and before headings, lines, sentences in any script, words. */
const boundaries = [/\n[^\S\n]*\n+|\n(?=#{1,6} )/g, /\n/g, /[.!?…](?=\s)\s+|[。！？؟۔।]\s*/g, /\s+/g] as const;

const pagesOf = (text: string): Span[] => {
  const marks = [...text.matchAll(pageMark)];
  const first = marks[0]?.index ?? text.length;
  return [
    { start: 0, end: first },
    ...marks.map(({ index, 0: mark, 1: page }, at) => ({
      start: index + mark.length,
      end: marks[at + 1]?.index ?? text.length,
      page: Number(page),
    })),
  ];
};

/** The last place in the second half of `window` where the boundary ends; none there: undefined. */
const lastEnd = (window: string, boundary: RegExp): number | undefined => {
  let last: number | undefined;
  for (const { index, 0: sign } of window.matchAll(boundary)) last = index + sign.length;
  return last !== undefined && last > window.length / 2 ? last : undefined;
};

/** Where the next passage begins: with the last sentence of this one, so that what belongs together is found together. */
const nextStart = (text: string, start: number, end: number): number => {
  const tail = text.slice(Math.max(start + 1, end - repeatedMost), end).trimEnd();
  const before = [...tail.matchAll(boundaries[2])].at(-1);
  return before ? Math.max(start + 1, end - repeatedMost) + before.index + before[0].length : end;
};

const trimmed = (text: string, { start, end, ...rest }: Span): Span => {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return { ...rest, start: from, end: Math.max(from, start + part.trimEnd().length) };
};

/**
 * A text in passages, in its order: each lies on one page and holds up to about 400 tokens; it ends with a paragraph, a line
 * or a sentence where there is one. A sentence at a cut stands in both.
 */
export const splitText = (text: string): readonly Span[] => {
  const spans: Span[] = [];
  for (const page of pagesOf(text))
    for (let start = page.start; start < page.end;) {
      const rest = text.slice(start, Math.min(page.end, start + charactersMost));
      const most = Math.max(1, charactersWithin(rest, tokensMost));
      const whole = start + most >= page.end;
      const window = rest.slice(0, most);
      const found = boundaries.map((boundary) => (whole ? undefined : lastEnd(window, boundary)));
      const cut = found.findIndex((end) => end !== undefined);
      const end = whole ? page.end : start + (found[cut] ?? most);
      const span = trimmed(text, { ...page, start, end });
      if (span.end > span.start) spans.push(span);
      // A paragraph's end is no cut.
      start = whole || cut === 0 ? end : nextStart(text, start, end);
    }
  return spans;
};
