import { charactersWithin } from '../context/tokens.ts';

/** A part of a text that is found, given and cited as one. `start` and `end` are characters of the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Where the text tells its pages. */
  readonly page?: number;
}

/** Tokens of a passage at most, as `tokensOf` estimates them. */
const tokensMost = 150;
/** Characters that come to as many tokens in no language. */
const charactersMost = 1500;
/** A shorter sentence is found together with the next one: alone it says too little. */
const sentenceLeast = 40;

const pageMark = /^\[Page (\d+)\]$/gm;
/** Where a text may be cut, the best first: between paragraphs and before headings, sentences in any script, lines, words. */
const boundaries = [/\n[^\S\n]*\n+|\n(?=#{1,6} )/g, /[.!?…](?=\s)\s+|[。！？؟۔।]\s*/g, /\n/g, /\s+/g] as const;

/** Behind a sentence in any script. */
const sentenceEnd = /(?<=[.!?…])\s+|(?<=[。！？؟۔।])/;
/** The end of a line that is as long as those of a printed page, within a sentence. */
const wrapped = /(?<=[^\n]{60})(?<![.!?…。！？؟۔।:;|])\n(?=\S)/g;

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

const trimmed = (text: string, { start, end, ...rest }: Span): Span => {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return { ...rest, start: from, end: Math.max(from, start + part.trimEnd().length) };
};

/**
 * A text in passages, in its order: each lies on one page and holds up to about 100 tokens; it ends with a paragraph, a line
 * or a sentence where there is one.
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
      start = end;
    }
  return spans;
};

/** The sentences of a passage, or its lines where it has none: each is embedded by itself, so that what else the passage says does not hide it. */
export const sentencesIn = (passage: string): string[] => {
  const sentences: string[] = [];
  let open = '';
  for (const line of passage.replaceAll(wrapped, ' ').split('\n'))
    for (const part of `${line}\n`.split(sentenceEnd)) {
      open = `${open} ${part}`.trim();
      if (open.length < sentenceLeast) continue;
      sentences.push(open);
      open = '';
    }
  if (open !== '')
    sentences.push(`${sentences.length > 0 && open.length < sentenceLeast ? `${sentences.pop()} ` : ''}${open}`);
  return sentences;
};
