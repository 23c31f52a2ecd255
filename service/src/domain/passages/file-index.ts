import { tokensOf } from '../context/tokens.ts';
import { type Span, splitText } from './split.ts';
import { relatedTermsOf, termsOf } from './terms.ts';

/** Where a passage begins, and how long it is. */
export interface PassagePlace {
  readonly page?: number;
  readonly characters: number;
}

/** What is known of a passage without its text. */
export interface IndexedPassage extends PassagePlace {
  readonly tokens: number;
  /** As `termsOf` and `relatedTermsOf` give them. */
  readonly terms: Int32Array;
}

/** A file's passages in their order. */
export type FileIndex = readonly IndexedPassage[];

export interface SplitFile {
  readonly index: FileIndex;
  readonly texts: readonly string[];
}

/** Larger than the number of any passage of a file; with a term before it, it still is a whole number. */
const numbersMost = 2 ** 20;
const keyOf = (term: number, passage: number): number => (term + 2 ** 31) * numbersMost + passage;

/** Which passages have which terms, sorted; made once for an index, which never changes. */
const postings = new WeakMap<FileIndex, Float64Array>();

const postingsOf = (index: FileIndex): Float64Array => {
  const known = postings.get(index);
  if (known) return known;
  const keys = new Float64Array(index.reduce((sum, { terms }) => sum + terms.length, 0));
  let at = 0;
  for (const [passage, { terms }] of index.entries()) for (const term of terms) keys[at++] = keyOf(term, passage);
  const sorted = keys.toSorted();
  postings.set(index, sorted);
  return sorted;
};

/** The passages of a file that have a term, in their order. */
export const passagesWith = (index: FileIndex, term: number): readonly number[] => {
  const keys = postingsOf(index);
  const first = keyOf(term, 0);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < first) low = middle + 1;
    else high = middle;
  }
  const found: number[] = [];
  for (; low < keys.length && keys[low]! < first + numbersMost; low += 1) found.push(keys[low]! - first);
  return found;
};

/** Passages after which others get their turn: a long text takes some 100 ms. */
const turn = 100;

const indexed = (text: string, { page }: Span): IndexedPassage => ({
  ...(page === undefined ? {} : { page }),
  characters: text.length,
  tokens: tokensOf(text),
  terms: Int32Array.from([...termsOf(text), ...relatedTermsOf(text)]),
});

/** A text in passages, with what finds them. */
export const indexText = (text: string): SplitFile => {
  const spans = splitText(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  return { texts, index: spans.map((span, at) => indexed(texts[at]!, span)) };
};

/** The same, without holding up others. */
export const indexInTurns = async (text: string): Promise<SplitFile> => {
  const spans = splitText(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const index: IndexedPassage[] = [];
  for (const [at, span] of spans.entries()) {
    if (at % turn === turn - 1) await new Promise((resolve) => setImmediate(resolve));
    index.push(indexed(texts[at]!, span));
  }
  return { texts, index };
};

/** Of the form that is stored: another one is made anew. */
const form = 1;

/** An index as text that can be sealed: page, characters, tokens, the number of terms and the terms, for each passage. */
export const encodeIndex = (index: FileIndex): string => {
  const numbers = [form];
  for (const { page = 0, characters, tokens, terms } of index)
    numbers.push(page, characters, tokens, terms.length, ...terms);
  return Buffer.from(Int32Array.from(numbers).buffer).toString('base64');
};

/** The index of such a text; undefined where it is none, as where its key is gone. */
export const decodeIndex = (stored: string): FileIndex | undefined => {
  const bytes = Uint8Array.from(Buffer.from(stored, 'base64'));
  const numbers = new Int32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
  if (numbers[0] !== form) return undefined;
  const index: IndexedPassage[] = [];
  for (let at = 1; at + 3 < numbers.length;) {
    const [page = 0, characters = 0, tokens = 0, count = 0] = numbers.subarray(at, at + 4);
    index.push({ ...(page ? { page } : {}), characters, tokens, terms: numbers.subarray(at + 4, at + 4 + count) });
    at += 4 + count;
  }
  return index;
};
