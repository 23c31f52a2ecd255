import { charactersWithin } from '../context/tokens.ts';

/**
 * A passage of a text: the unit that is found, sent to the model, and cited. `start` and `end` are character offsets.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** The page number, if the text marks its pages. */
  readonly page?: number;
}

/** The most tokens of a passage, by the estimate of `tokensOf`. */
const maxTokens = 150;
/** More characters than that many tokens cover in any language. */
const maxCharacters = 1500;
/** A shorter sentence is joined with the next one, because alone it says too little. */
const minSentence = 40;

const pageMark = /^\[Page (\d+)\]$/gm;
/**
 * Where a text may be split, best first: between paragraphs and before headings, between sentences in any script, at
 * line breaks, at spaces.
 */
const boundaries = [/\n[^\S\n]*\n+|\n(?=#{1,6} )/g, /[.!?…](?=\s)\s+|[。！？؟۔।]\s*/g, /\n/g, /\s+/g] as const;

/** The position after a sentence, in any script. */
const sentenceEnd = /(?<=[.!?…])\s+|(?<=[。！？؟۔।])/;
/** The end of a line of printed-page length within a sentence. */
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

/** The end of the last boundary in the second half of `window`; undefined if there is none. */
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
 * Splits a text into passages, in order. Each is on one page, has up to about 100 tokens, and ends with a paragraph, a
 * sentence or a line if possible.
 */
export const splitText = (text: string): readonly Span[] => {
  const spans: Span[] = [];
  for (const page of pagesOf(text))
    for (let start = page.start; start < page.end;) {
      const upcoming = text.slice(start, Math.min(page.end, start + maxCharacters));
      const most = Math.max(1, charactersWithin(upcoming, maxTokens));
      const whole = start + most >= page.end;
      const window = upcoming.slice(0, most);
      const found = boundaries.map((boundary) => (whole ? undefined : lastEnd(window, boundary)));
      const cut = found.findIndex((end) => end !== undefined);
      const end = whole ? page.end : start + (found[cut] ?? most);
      const span = trimmed(text, { ...page, start, end });
      if (span.end > span.start) spans.push(span);
      start = end;
    }
  return spans;
};

/**
 * The sentences of a passage, or its lines if it has none. Each is embedded separately, so that the rest of the passage
 * does not dilute it.
 */
export const sentencesIn = (passage: string): string[] => {
  const sentences: string[] = [];
  let open = '';
  for (const line of passage.replaceAll(wrapped, ' ').split('\n'))
    for (const part of `${line}\n`.split(sentenceEnd)) {
      open = `${open} ${part}`.trim();
      if (open.length < minSentence) continue;
      sentences.push(open);
      open = '';
    }
  if (open !== '')
    sentences.push(`${sentences.length > 0 && open.length < minSentence ? `${sentences.pop()} ` : ''}${open}`);
  return sentences;
};
