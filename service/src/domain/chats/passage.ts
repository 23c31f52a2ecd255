import { isShort } from './search-terms.ts';

const around = { before: 60, after: 140 } as const;
/** Markup is removed this many characters around a match. */
const markupReach = 500;
/** A cut moves up to `wordReach` characters to a word boundary, and up to `graphemeReach` to the boundary of a grapheme. */
const wordReach = 15;
const graphemeReach = 24;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Where a short term counts: where a word begins in any script or, because a search may find these too, behind any sign
 * that is not an ASCII letter or digit, as in `使用AI`.
 */
const beginnings = { word: String.raw`(?<![\p{L}\p{M}\p{N}])`, ascii: '(?<![A-Za-z0-9])' } as const;
type Beginning = keyof typeof beginnings;

const asWritten = (term: string, beginning: Beginning): RegExp => {
  const escaped = term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp((isShort(term) ? beginnings[beginning] : '') + escaped, 'iu');
};

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
 * there is none. A short term only counts where a word begins. A match inside markup, such as in the URL of a link, is
 * shown as written.
 */
const passageAt = (text: string, terms: readonly string[], beginning: Beginning): string | undefined => {
  const found = terms
    .map((term) => asWritten(term, beginning).exec(text))
    .filter((one) => one !== null)
    .toSorted((a, b) => a.index - b.index)[0];
  if (!found) return undefined;
  const [match] = found;
  const line = text.lastIndexOf('\n', Math.max(0, found.index - markupReach / 2)) + 1;
  const from = Math.max(line, graphemeStart(text, found.index - markupReach));
  const to = graphemeStart(text, found.index + match.length + markupReach);
  const more = { before: from > 0, after: to < text.length };
  const plain = plainText(text.slice(from, to));
  const again = asWritten(match.replaceAll(/\s+/g, ' '), beginning).exec(plain);
  if (again) return cut(plain, again.index, again[0].length, more);
  const raw = text.slice(from, to).replaceAll(/\s/g, ' ');
  return cut(raw, found.index - from, match.length, more);
};

/** The passage of the first of `texts` that has one. */
export const passage = (texts: readonly string[], terms: readonly string[]): string | undefined => {
  for (const beginning of ['word', 'ascii'] as const)
    for (const text of texts) {
      const found = passageAt(text, terms, beginning);
      if (found !== undefined) return found;
    }
  return undefined;
};
