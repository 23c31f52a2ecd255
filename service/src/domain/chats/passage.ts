const around = { before: 60, after: 140 } as const;
/** Markup is removed this many characters around a match. */
const markupReach = 500;
/** A cut moves up to `wordReach` characters to a word boundary, and up to `graphemeReach` to the boundary of a grapheme. */
const wordReach = 15;
const graphemeReach = 24;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const asWritten = (term: string): RegExp => new RegExp(term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu');

/** The text on one line, without Markdown and HTML markup. */
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

/** The offset at or before `at` that does not split a grapheme. */
const graphemeStart = (text: string, at: number): number => {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(text.length, at));
  const from = Math.max(0, at - graphemeReach);
  const part = text.slice(from, at + graphemeReach);
  return from + (graphemes.segment(part).containing(at - from)?.index ?? at - from);
};

/** `at`, or a nearby offset at which a word begins. */
const beginning = (text: string, at: number): number => {
  if (at <= 0) return 0;
  const space = text.slice(at, at + wordReach).search(/\s/);
  return space < 0 ? graphemeStart(text, at) : at + space + 1;
};

const ending = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.slice(at - wordReach, at).search(/\s\S*$/);
  return space < 0 ? graphemeStart(text, at) : at - wordReach + space;
};

const cut = (text: string, at: number, length: number, more: { before: boolean; after: boolean }): string => {
  const from = beginning(text, at - around.before);
  const to = ending(text, at + length + around.after);
  const words = text.slice(from, to).trim();
  return `${from > 0 || more.before ? '…' : ''}${words}${to < text.length || more.after ? '…' : ''}`;
};

/**
 * The part of `text` around the first occurrence of a term, ignoring case, as plain text on one line; undefined if
 * there is none. A match inside markup, such as in the URL of a link, is shown as written.
 */
export const passage = (text: string, terms: readonly string[]): string | undefined => {
  const found = terms
    .map((term) => asWritten(term).exec(text))
    .filter((one) => one !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  if (!found) return undefined;
  const [match] = found;
  const line = text.lastIndexOf('\n', Math.max(0, found.index - markupReach / 2)) + 1;
  const from = Math.max(line, graphemeStart(text, found.index - markupReach));
  const to = graphemeStart(text, found.index + match.length + markupReach);
  const more = { before: from > 0, after: to < text.length };
  const plain = plainText(text.slice(from, to));
  const again = asWritten(match.replaceAll(/\s+/g, ' ')).exec(plain);
  if (again) return cut(plain, again.index, again[0].length, more);
  const raw = text.slice(from, to).replaceAll(/\s/g, ' ');
  return cut(raw, found.index - from, match.length, more);
};
