/** Kinds of text, each of which has its own factor between estimated and counted tokens. */
export const textKinds = ['latin', 'code', 'cjk', 'arabic', 'other'] as const;
export type TextKind = (typeof textKinds)[number];

/** The lower limits of factors, so that a language of the same kind that was not seen yet is not estimated too low. */
export const minFactor: Readonly<Record<TextKind, number>> = {
  latin: 0.85,
  code: 0.85,
  cjk: 0.9,
  arabic: 0.8,
  other: 0.95,
};
/**
 * The upper limit of factors. No tokenizer is that inefficient, so a higher ratio comes from something else, such as
 * pictures.
 */
export const maxFactor = 4;

const sampleLength = 2000;
const shareOf = (text: string, signs: RegExp): number => (text.match(signs)?.length ?? 0) / Math.max(1, text.length);

/** The kind of a text, judged by the characters at its beginning, middle, and end. */
export const kindOf = (text: string): TextKind => {
  const middle = Math.floor((text.length - sampleLength) / 2);
  const some =
    text.length <= 3 * sampleLength
      ? text
      : text.slice(0, sampleLength) + text.slice(middle, middle + sampleLength) + text.slice(-sampleLength);
  if (shareOf(some, /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g) > 0.1) return 'cjk';
  if (shareOf(some, /[\u0600-\u06ff]/g) > 0.2) return 'arabic';
  if (shareOf(some, /[\u0250-\u1fff\u2c00-\uffff]/g) > 0.1) return 'other';
  return shareOf(some, /[{}()[\];=<>|\\_$#\d]/g) > 0.06 ? 'code' : 'latin';
};

/** A factor that is too high falls by this part at a time, because one request proves little. */
const decay = 0.15;
/** A factor is this much above the last ratio, because the next text may be slightly denser. */
const margin = 1.03;

/**
 * The factor after a request whose tokens were `ratio` times the plain estimate: it rises at once and falls slowly,
 * within its limits.
 */
export const nextFactor = (kind: TextKind, factor: number, ratio: number): number => {
  const target = Math.min(maxFactor, Math.max(minFactor[kind], ratio * margin));
  return target > factor ? target : factor + (target - factor) * decay;
};
