import { tokensOf } from '../context/tokens.ts';
import { type Span, splitText } from './split.ts';
import { relatedTermsOf, termsOf } from './terms.ts';

/** The page of a passage, and its length in characters. */
export interface PassageLocation {
  readonly page?: number;
  readonly characters: number;
}

/** The searchable data of a passage, without its text. */
export interface IndexedPassage extends PassageLocation {
  readonly tokens: number;
  /** The terms from `termsOf` and `relatedTermsOf`. */
  readonly terms: Int32Array;
}

/** A file's passages, in order. */
export type FileIndex = readonly IndexedPassage[];

export interface SplitFile {
  readonly index: FileIndex;
  readonly texts: readonly string[];
}

/** Greater than any passage number. Combined with a term it still is a safe integer. */
const maxPassages = 2 ** 20;
const keyOf = (term: number, passage: number): number => (term + 2 ** 31) * maxPassages + passage;

/** Sorted pairs of term and passage, computed once per index, which never changes. */
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

/** The passages of a file that contain a term, in order. */
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
  for (; low < keys.length && keys[low]! < first + maxPassages; low += 1) found.push(keys[low]! - first);
  return found;
};

/** The number of passages after which other work gets its turn: a long text takes some 100 ms. */
const yieldEvery = 100;

const indexed = (text: string, { page }: Span): IndexedPassage => ({
  ...(page === undefined ? {} : { page }),
  characters: text.length,
  tokens: tokensOf(text),
  terms: Int32Array.from([...termsOf(text), ...relatedTermsOf(text)]),
});

/** Splits a text into passages and indexes them. */
export const indexText = (text: string): SplitFile => {
  const spans = splitText(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  return { texts, index: spans.map((span, at) => indexed(texts[at]!, span)) };
};

/** Like `indexText`, but yields to other work in between. */
export const indexYielding = async (text: string): Promise<SplitFile> => {
  const spans = splitText(text);
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const index: IndexedPassage[] = [];
  for (const [at, span] of spans.entries()) {
    if (at % yieldEvery === yieldEvery - 1) await new Promise((resolve) => setImmediate(resolve));
    index.push(indexed(texts[at]!, span));
  }
  return { texts, index };
};

/** The version of the stored format; an index of another version is rebuilt. */
const formatVersion = 1;

/**
 * The index as a text that can be sealed: page, characters, tokens, the number of terms, and the terms of each passage.
 */
export const encodeIndex = (index: FileIndex): string => {
  const numbers = [formatVersion];
  for (const { page = 0, characters, tokens, terms } of index)
    numbers.push(page, characters, tokens, terms.length, ...terms);
  return Buffer.from(Int32Array.from(numbers).buffer).toString('base64');
};

/** Decodes such a text; undefined if it is anything else, for example because its key is gone. */
export const decodeIndex = (stored: string): FileIndex | undefined => {
  const bytes = Uint8Array.from(Buffer.from(stored, 'base64'));
  const numbers = new Int32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
  if (numbers[0] !== formatVersion) return undefined;
  const index: IndexedPassage[] = [];
  for (let at = 1; at + 3 < numbers.length;) {
    const [page = 0, characters = 0, tokens = 0, count = 0] = numbers.subarray(at, at + 4);
    index.push({ ...(page ? { page } : {}), characters, tokens, terms: numbers.subarray(at + 4, at + 4 + count) });
    at += 4 + count;
  }
  return index;
};
