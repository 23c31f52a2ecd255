/*
 * Rules for names and email addresses: a text has to be what it looks like. Invisible characters, and those that change
 * the text direction of their neighbors, would let one user pass as another.
 */

/**
 * Control characters, line ends, lone surrogates, unassigned and private characters, and format characters except the
 * two joiners.
 */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/u;

/** Virama signs, after which both joiners have a meaning (RFC 5892, A.1 and A.2). */
const virama =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed';
/** Arabic letters that join nothing, or only the letter before them. */
const notBehind =
  '\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef';
/** A non-joiner between letters that would join, or a joiner after a virama (RFC 5892, A.1 and A.2). */
const joinersInPlace = new RegExp(
  `(?<=[${virama}])[\\u200c\\u200d]|(?<=(?![${notBehind}])\\p{Script=Arabic}\\p{M}*)\\u200c(?=\\p{M}*(?!\\u0621)\\p{Script=Arabic})`,
  'gu',
);

/** The normal form of a text, trimmed: what looks the same is the same. */
export const plainForm = (value: string): string => value.normalize('NFKC').trim();

/** Whether a text in its plain form has no hidden characters, and joiners only where they have a meaning. */
export const isPlain = (value: string): boolean =>
  !hidden.test(value) && !/[\u200c\u200d]/.test(value.replaceAll(joinersInPlace, ''));

const label = /^[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** Whether a domain is plausible: labels that name servers accept, of which the last is no number. */
export const isDomain = (domain: string): boolean => {
  // Joiners are checked for the whole text by `isPlain`.
  const labels = domain.replaceAll(/\u200c|\u200d/g, '').split('.');
  if (labels.length < 2 || !labels.every((one) => label.test(one)) || /^\p{N}+$/u.test(labels.at(-1) ?? ''))
    return false;
  // The browser and Node apply the rules for international names.
  return URL.canParse(`http://${domain}`) && new URL(`http://${domain}`).hostname.length <= 253;
};
