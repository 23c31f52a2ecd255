/** Words are compared by their first characters, because their endings vary. */
const stemLength = 6;
/** Scripts without spaces between words. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const runs = new RegExp(String.raw`([${unspaced}]+)|[[\p{L}\p{N}]--[${unspaced}]]+`, 'gv');
/** The Arabic article, also after “and”. */
const article = /^و?ال(?=.{2})/;

/** The text without case, accents, and vowel signs. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();

/** Letters of Arabic words that vary within a root, and prefixes before one. */
const varying = /[اويىءة]/g;
const rootPrefix = /^[متني](?=.{3})/;
const arabicWord = /^\p{sc=Arabic}+$/u;

/** The three-letter root of an Arabic word, if exactly that many remain: “school” and “lesson” share one. */
const rootOf = (word: string): string | undefined => {
  if (!arabicWord.test(word)) return undefined;
  const root = word.replaceAll(varying, '').replace(rootPrefix, '');
  return root.length === 3 ? root : undefined;
};

/** 32-bit FNV-1a. */
const hash = (word: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value | 0;
};

/**
 * The distinct terms of a text as hashes, in order of appearance: stems of words and, in scripts without spaces, pairs
 * of adjacent characters.
 */
export const termsOf = (text: string): readonly number[] => {
  const terms = new Set<number>();
  for (const { 0: run, 1: characters } of plain(text).matchAll(runs)) {
    if (characters === undefined) {
      const word = run.replace(article, '');
      if (word.length > 1 || /\p{N}/u.test(word)) terms.add(hash(word.slice(0, stemLength)));
      continue;
    }
    const each = Array.from(characters);
    if (each.length === 1) terms.add(hash(characters));
    for (let at = 0; at + 1 < each.length; at += 1) terms.add(hash(`${each[at]}${each[at + 1]}`));
  }
  return [...terms];
};

/**
 * Terms that relate different words: Arabic roots, and single characters of scripts without spaces. They are hashed
 * separately from other terms and count less.
 */
export const relatedTermsOf = (text: string): readonly number[] => {
  const terms = new Set<number>();
  for (const { 0: run, 1: characters } of plain(text).matchAll(runs)) {
    if (characters !== undefined) for (const character of characters) terms.add(hash(` ${character}`));
    const root = characters === undefined ? rootOf(run.replace(article, '')) : undefined;
    if (root !== undefined) terms.add(hash(` ${root}`));
  }
  return [...terms];
};
