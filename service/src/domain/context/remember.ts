import { hash } from 'node:crypto';
import { kindOf, type TextKind } from './estimate.ts';
import { type CountTokens, tokensOf } from './tokens.ts';

/** Texts of which something is remembered: some ten megabytes. */
const most = 50_000;
/** Shorter texts are read sooner than their hash is made. */
const shortest = 200;

/** Values of long texts by their hashes; where there are too many the oldest go. */
const rememberTexts = <T>() => {
  const known = new Map<string, T>();
  return {
    keyOf: (text: string): string | undefined => (text.length < shortest ? undefined : hash('sha1', text, 'base64')),
    get: (key: string | undefined): T | undefined => (key === undefined ? undefined : known.get(key)),
    put(key: string | undefined, value: T): T {
      if (key === undefined) return value;
      if (known.size >= most) known.delete(known.keys().next().value!);
      known.set(key, value);
      return value;
    },
  };
};

const tokens = rememberTexts<number>();
const kinds = rememberTexts<TextKind>();

/** As `tokensOf`, which each prompt would ask anew of every message before it: a count that went to the end is remembered. */
export const estimateOf: CountTokens = (text, atMost = Number.POSITIVE_INFINITY) => {
  const key = tokens.keyOf(text);
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const counted = tokensOf(text, atMost);
  return counted > atMost ? counted : tokens.put(key, counted);
};

/** As `kindOf`, remembered. */
export const kindOfText = (text: string): TextKind => {
  const key = kinds.keyOf(text);
  return kinds.get(key) ?? kinds.put(key, kindOf(text));
};
