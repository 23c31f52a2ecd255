import { kindOf, type TextKind } from './estimate.ts';
import { type CountTokens, tokensOf } from './tokens.ts';

/** Characters of all texts of which something is remembered. */
const most = 8_000_000;
/** Shorter texts are read sooner than they are found; longer ones would leave no room for others. */
const shortest = 200;
const longest = most / 8;

/** What long texts have; where there are too many the oldest go. They are kept themselves: a hash costs more than to look them up. */
const rememberTexts = <T>() => {
  const known = new Map<string, T>();
  let characters = 0;
  return {
    get: (text: string): T | undefined => (text.length < shortest ? undefined : known.get(text)),
    put(text: string, value: T): T {
      if (text.length < shortest || text.length > longest || known.has(text)) return value;
      for (const old of known.keys()) {
        if (characters + text.length <= most) break;
        known.delete(old);
        characters -= old.length;
      }
      known.set(text, value);
      characters += text.length;
      return value;
    },
  };
};

const tokens = rememberTexts<number>();
const kinds = rememberTexts<TextKind>();

/** As `tokensOf`, which each prompt would ask anew of every message before it: a count that went to the end is remembered. */
export const estimateOf: CountTokens = (text, atMost = Number.POSITIVE_INFINITY) => {
  const known = tokens.get(text);
  if (known !== undefined) return known;
  const counted = tokensOf(text, atMost);
  return counted > atMost ? counted : tokens.put(text, counted);
};

/** As `kindOf`, remembered. */
export const kindOfText = (text: string): TextKind => kinds.get(text) ?? kinds.put(text, kindOf(text));
