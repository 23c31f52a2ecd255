/** A word counts by so many of its first letters: its endings vary. */
const stemLength = 6;
/** Scripts that put no spaces between words. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const runs = new RegExp(String.raw`([${unspaced}]+)|[[\p{L}\p{N}]--[${unspaced}]]+`, 'gv');
/** The Arabic article, also behind “and”. */
const article = /^و?ال(?=.{2})/;

/** Letters without case, accents and vowel signs. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();

/** Letters of Arabic words that vary within a root, and those that stand before one. */
const varying = /[اويىءة]/g;
const beforeRoot = /^[متني](?=.{3})/;
const arabicWord = /^\p{sc=Arabic}+$/u;

/** The three letters that an Arabic word is made of, where that many are left: “school” and “lesson” have the same. */
const rootOf = (word: string): string | undefined => {
  if (!arabicWord.test(word)) return undefined;
  const root = word.replaceAll(varying, '').replace(beforeRoot, '');
  return root.length === 3 ? root : undefined;
};

/** FNV-1a of 32 bits. */
const hash = (word: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  return value | 0;
};

/**
 * The different terms of a text as numbers, in the order in which they come: beginnings of words, and where a script has
 * no spaces each two signs that follow each other.
 */
export const termsOf = (text: string): readonly number[] => {
  const terms = new Set<number>();
  for (const { 0: run, 1: signs } of plain(text).matchAll(runs)) {
    if (signs === undefined) {
      const word = run.replace(article, '');
      if (word.length > 1 || /\p{N}/u.test(word)) terms.add(hash(word.slice(0, stemLength)));
      continue;
    }
    const each = Array.from(signs);
    if (each.length === 1) terms.add(hash(signs));
    for (let at = 0; at + 1 < each.length; at += 1) terms.add(hash(`${each[at]}${each[at + 1]}`));
  }
  return [...terms];
};

/**
 * Terms by which words are related that are not the same: the roots of Arabic ones, and each sign of a script without
 * spaces. They are hashed apart from the others, and count less.
 */
export const relatedTermsOf = (text: string): readonly number[] => {
  const terms = new Set<number>();
  for (const { 0: run, 1: signs } of plain(text).matchAll(runs)) {
    if (signs !== undefined) for (const sign of signs) terms.add(hash(` ${sign}`));
    const root = signs === undefined ? rootOf(run.replace(article, '')) : undefined;
    if (root !== undefined) terms.add(hash(` ${root}`));
  }
  return [...terms];
};
