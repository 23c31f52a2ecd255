const around = { before: 60, after: 140 } as const;
/** What of a text is freed of its marks around a match: marks reach no further. */
const reach = 500;
/** A cut moves by so much to the end of a word, and by so much at most to the end of a sign that is several characters. */
const wordReach = 15;
const signReach = 24;
const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const asWritten = (term: string): RegExp => new RegExp(term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu');

/** The text without the marks of Markdown and HTML, on one line. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^ {0,3}(?:```|~~~)[^\n]*$/gm, ' ')
    .replaceAll(/<\/?[a-z][^<>\n]*>/gi, ' ')
    .replaceAll(/!?\[([^[\]\n]*)\](?:\([^()\s]*(?: "[^"\n]*")?\)|\[[^[\]\n]*\])/g, '$1')
    .replaceAll(/^\s{0,3}(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])\s+(?:\[[ x]\]\s)?/gim, '')
    .replaceAll(/^[\s|:-]*-{3,}[\s|:-]*$/gm, ' ')
    .replaceAll(/(?<!\\)(?:\*\*|__|~~|`+|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])|\s?\|\s?)/gu, (mark) =>
      mark.includes('|') ? ' ' : '',
    )
    .replaceAll(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The place at or before `at` where no sign is broken in two. */
const wholeSign = (text: string, at: number): number => {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(text.length, at));
  const from = Math.max(0, at - signReach);
  const part = text.slice(from, at + signReach);
  return from + (signs.segment(part).containing(at - from)?.index ?? at - from);
};

/** `at`, or a place close by where a word begins. */
const beginning = (text: string, at: number): number => {
  if (at <= 0) return 0;
  const space = text.slice(at, at + wordReach).search(/\s/);
  return space < 0 ? wholeSign(text, at) : at + space + 1;
};

const ending = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.slice(at - wordReach, at).search(/\s\S*$/);
  return space < 0 ? wholeSign(text, at) : at - wordReach + space;
};

const cut = (text: string, at: number, length: number, more: { before: boolean; after: boolean }): string => {
  const from = beginning(text, at - around.before);
  const to = ending(text, at + length + around.after);
  const words = text.slice(from, to).trim();
  return `${from > 0 || more.before ? '…' : ''}${words}${to < text.length || more.after ? '…' : ''}`;
};

/**
 * The part of `text` around the first place that holds one of the terms, whatever its case, as plain text on one line;
 * undefined where none does. A match that is itself a mark, as in the address of a link, is shown as it was written.
 */
export const passage = (text: string, terms: readonly string[]): string | undefined => {
  const found = terms
    .map((term) => asWritten(term).exec(text))
    .filter((one) => one !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  if (!found) return undefined;
  const [match] = found;
  const line = text.lastIndexOf('\n', Math.max(0, found.index - reach / 2)) + 1;
  const from = Math.max(line, wholeSign(text, found.index - reach));
  const to = wholeSign(text, found.index + match.length + reach);
  const more = { before: from > 0, after: to < text.length };
  const plain = plainText(text.slice(from, to));
  const again = asWritten(match.replaceAll(/\s+/g, ' ')).exec(plain);
  if (again) return cut(plain, again.index, again[0].length, more);
  const raw = text.slice(from, to).replaceAll(/\s/g, ' ');
  return cut(raw, found.index - from, match.length, more);
};
