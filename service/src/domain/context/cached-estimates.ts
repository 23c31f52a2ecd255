import { kindOf, type TextKind } from './estimate.ts';
import { type CountTokens, tokensOf } from './tokens.ts';

/** The total length of all cached texts, in characters. */
const maxCharacters = 8_000_000;
/** Counting a shorter text is faster than looking it up; longer ones would leave no room for others. */
const shortest = 200;
const longest = maxCharacters / 8;

/**
 * Caches a value per long text; when they are too many, the oldest are dropped. The texts themselves are the keys,
 * because hashing costs more than the lookup.
 */
const cacheByText = <T>() => {
  const known = new Map<string, T>();
  let characters = 0;
  return {
    get: (text: string): T | undefined => (text.length < shortest ? undefined : known.get(text)),
    put(text: string, value: T): T {
      if (text.length < shortest || text.length > longest || known.has(text)) return value;
      for (const old of known.keys()) {
        if (characters + text.length <= maxCharacters) break;
        known.delete(old);
        characters -= old.length;
      }
      known.set(text, value);
      characters += text.length;
      return value;
    },
  };
};

const tokens = cacheByText<number>();
const kinds = cacheByText<TextKind>();

/**
 * `tokensOf` with a cache, because every prompt counts all messages before it again. Only complete counts are cached.
 */
export const estimateOf: CountTokens = (text, atMost = Number.POSITIVE_INFINITY) => {
  const known = tokens.get(text);
  if (known !== undefined) return known;
  const counted = tokensOf(text, atMost);
  return counted > atMost ? counted : tokens.put(text, counted);
};

/** `kindOf` with a cache. */
export const kindOfText = (text: string): TextKind => kinds.get(text) ?? kinds.put(text, kindOf(text));
