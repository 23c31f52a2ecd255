import { folded } from '@atrium/shared-kernel/contracts/text-search';

/** Letters between, for each that was typed. */
const mostBetween = 2;
const scores = { begins: 1000, wordBegins: 800, holds: 600, letters: 400 } as const;

/** How far apart the letters of `query` stand in `text`, in their order; undefined where one is missing. */
const spread = (text: string, query: string): number | undefined => {
  let at = -1;
  let first = -1;
  for (const letter of query) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return undefined;
    if (first === -1) first = at;
  }
  return at - first + 1 - query.length;
};

/**
 * How well a name fits what was typed, more is better; undefined where it does not. Words in a row come before words that
 * begin so, those before letters anywhere, those before letters in their order with others between.
 */
export const fit = (name: string, typed: string): number | undefined => {
  const [text, query] = [folded(name), folded(typed.trim())];
  if (query === '') return 0;
  if (text.startsWith(query)) return scores.begins - text.length;
  const at = text.indexOf(query);
  if (at !== -1) return (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? scores.holds : scores.wordBegins) - text.length;
  const letters = query.replaceAll(/\s/g, '');
  const gaps = spread(text, letters);
  return gaps === undefined || gaps > letters.length * mostBetween ? undefined : scores.letters - gaps;
};
