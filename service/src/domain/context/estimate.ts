/** Kinds of text of which a model's tokens are estimated by factors of their own. */
export const textKinds = ['latin', 'code', 'cjk', 'arabic', 'other'] as const;
export type TextKind = (typeof textKinds)[number];

/** A factor is never below this, so that a language of the same kind that was not seen yet is not estimated too low. */
export const leastFactor: Readonly<Record<TextKind, number>> = {
  latin: 0.85,
  code: 0.85,
  cjk: 0.9,
  arabic: 0.8,
  other: 0.95,
};
/** No tokenizer is so bad: what is above comes from something else, as pictures. */
export const mostFactor = 4;

const looked = 2000;
const shareOf = (text: string, signs: RegExp): number => (text.match(signs)?.length ?? 0) / Math.max(1, text.length);

/** What kind of text it is, by the signs at its beginning, in its middle and at its end. */
export const kindOf = (text: string): TextKind => {
  const middle = Math.floor((text.length - looked) / 2);
  const some =
    text.length <= 3 * looked
      ? text
      : text.slice(0, looked) + text.slice(middle, middle + looked) + text.slice(-looked);
  if (shareOf(some, /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g) > 0.1) return 'cjk';
  if (shareOf(some, /[\u0600-\u06ff]/g) > 0.2) return 'arabic';
  if (shareOf(some, /[\u0250-\u1fff\u2c00-\uffff]/g) > 0.1) return 'other';
  return shareOf(some, /[{}()[\];=<>|\\_$#\d]/g) > 0.06 ? 'code' : 'latin';
};

/** Of what is too high a factor comes down by this part at a time: one request says little. */
const slowly = 0.15;
/** What a factor is above the last ratio, since the next text may be a little denser. */
const margin = 1.03;

/** The factor after a request whose tokens were `ratio` times the plain estimate: up at once, down slowly, within bounds. */
export const nextFactor = (kind: TextKind, factor: number, ratio: number): number => {
  const wanted = Math.min(mostFactor, Math.max(leastFactor[kind], ratio * margin));
  return wanted > factor ? wanted : factor + (wanted - factor) * slowly;
};
