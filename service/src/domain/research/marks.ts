import { fenceReader, perhapsFence } from './fences.ts';
import type { Source } from './sources.ts';

/** An escaped character that would otherwise begin code, a link, or an entity. */
const escaped = /\\[\\`[\]<&]/u.source;
/** Code within a line, whose end is as many backticks as its beginning; or backticks that begin none. */
const code = /(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|`+/u.source;
/** A picture, a link, or a citation such as [2]. */
const bracketed = /(!?)\[([^\]\n]*)\](?:\(([^)\n]*)\))?/u.source;
/** What the screen links by itself, also with an escaped dot or colon, or by the parser's leniency with one slash. */
const address =
  /<(https?:\/\/[^>\s]+)>|(?<![\p{L}\p{N}])(?:(?:https?|ftp)\\?:|www\\?\.)[^\s<>`]+|[-.\w+]{1,128}\\?@[-\w]+(?:\\?\.[-\w]+)+/u
    .source;
/** The rest of a link with brackets or line breaks in its words, and an entity that may stand for a part of an address. */
const remains = /\](?=[(:[])|&(?=#\w|(?:colon|period|sol|commat);)/u.source;
/** All that is rewritten, and the code that is left unchanged. */
const token = new RegExp([escaped, code, bracketed, address, remains].join('|'), 'giu');
const number = /^\^?(?:source\s+)?(\d{1,3})$/i;
const numbers = /^\d{1,3}(?:\s*[,;]\s*\d{1,3})+$/;
/** Text at the end that may still become a link, a citation, or a URL when more text arrives. */
const unfinished = /(?:!?\[[^\]\n]*(?:\](?:\([^)\n]*(?:\)\S*)?|\S*))?|`[^\n]*|\S+)$/;
/** Code within a line that no more text can change, and what is no beginning of it. */
const settledCode = /\\[\\`[\]<&]|(`+)(?!`)[^\n]*?(?<!`)\1(?=[^`])|`+/gu;
/** A line that ends a paragraph, and with it any code within lines. */
const blank = /^[ \t]*\r?\n$/;
/** The most characters that wait for the end of such a text. */
const maxPending = 2000;

/** Rewrites the citations, links, and URLs in one line after the other, or in a part of one. */
const lineRewriter = (sources: readonly Source[]) => {
  const urls = new Map(sources.flatMap(({ url }, index) => (url ? [[url, index + 1] as const] : [])));
  /**
   * Backticks that nothing in their line closes may begin code that a later line of the paragraph closes. What looks like
   * code after them may be text then, and so it is rewritten like text.
   */
  let unclosed = false;

  const mark = (n: number): string | undefined => {
    const source = sources[n - 1];
    return source && (source.url ? `[${n}](${encodeUrl(source.url)})` : `[${n}]`);
  };
  /** A space between them separates words in brackets from what would make a link of them. */
  const separated = (words: string, next: string): string => (/[(:[]/.test(next) ? `${words} ` : words);
  const citation = (words: string): string | undefined => {
    const [, single] = number.exec(words.trim()) ?? [];
    if (single !== undefined) return mark(Number(single));
    if (!numbers.test(words.trim())) return undefined;
    const all = words.split(/[,;]/).map((part) => mark(Number(part)));
    return all.every((one) => one !== undefined) ? all.join(' ') : undefined;
  };
  const link = (words: string, target: string): string => {
    const [, single] = number.exec(words.trim()) ?? [];
    if (single !== undefined) return mark(Number(single)) ?? words;
    const known = urls.get(target.trim());
    return known === undefined ? rewrite(words) : `${rewrite(words)} ${mark(known)}`;
  };
  const asCode = (url: string): string => `\`${url}\``.replaceAll(/(?!^)`(?!$)/g, '');
  const codeOrText = (whole: string, ticks: string | undefined): string => {
    // An escaped character, or code that is complete.
    if (whole.startsWith('\\') || (ticks !== undefined && !unclosed)) return whole;
    if (ticks !== undefined) return ticks + rewrite(whole.slice(ticks.length, -ticks.length)) + ticks;
    unclosed = true;
    return whole;
  };
  const rewrite = (line: string): string =>
    line.replaceAll(token, (whole: string, ...groups: (string | undefined)[]) => {
      const [ticks, picture, words, target, angled] = groups;
      // The position of the match follows the groups.
      const next = line.charAt(Number(groups[5]) + whole.length);
      if (words !== undefined) {
        if (picture === '!') return rewrite(words);
        return target === undefined ? (citation(words) ?? separated(`[${rewrite(words)}]`, next)) : link(words, target);
      }
      if (/^[\\`]/.test(whole)) return codeOrText(whole, ticks);
      if (whole === ']') return '] ';
      if (whole === '&') return '\\&';
      const url = angled ?? whole;
      const known = urls.get(url);
      if (known !== undefined) return mark(known)!;
      // More backticks would end the open code. With spaces it is no link, whether it is code or text.
      return unclosed ? url.replaceAll(/[:.@]/g, '$& ') : asCode(url);
    });
  const endParagraph = () => {
    unclosed = false;
  };
  return { rewrite, endParagraph };
};

/**
 * Turns the citations of a streamed text into links to the sources. Links, pictures, and URLs of anything else become
 * plain text, because a page may have talked the model into them.
 */
export const markWriter = (sources: readonly Source[]) => {
  let pending = '';
  /** Whether a part of the current line was passed on, and whether the line belongs to a code block. */
  let begun = false;
  let code = false;
  const isCode = fenceReader();
  const { rewrite, endParagraph } = lineRewriter(sources);

  const convert = (text: string): string =>
    text
      .split(/(?<=\n)/)
      .map((line) => {
        if (!begun) code = isCode(line);
        if (code || (!begun && blank.test(line))) endParagraph();
        begun = !line.endsWith('\n');
        return code ? line : rewrite(line);
      })
      .join('');

  return {
    /** The part of the text that is final by now; may be empty. */
    push(text: string): string {
      pending += text;
      const start = pending.lastIndexOf('\n') + 1;
      const line = pending.slice(start);
      const settled = startOfUnfinished(line);
      const isStart = start > 0 || !begun;
      // A line that may open or close a code fence is processed as a whole.
      const isHeld = isStart && perhapsFence(line);
      const settledEnd = isHeld || (isStart && perhapsFence(line.slice(0, settled))) ? start : start + settled;
      const end = pending.length - settledEnd > maxPending && !isHeld ? pending.length : settledEnd;
      const ready = pending.slice(0, end);
      pending = pending.slice(end);
      return ready === '' ? '' : convert(ready);
    },
    end(): string {
      const last = convert(pending);
      pending = '';
      return last;
    },
  };
};

const startOfUnfinished = (line: string): number => {
  const open = unfinished.exec(
    line.replaceAll(settledCode, (span) => (/^`+$/.test(span) ? span : ' '.repeat(span.length))),
  );
  return open ? open.index : line.length;
};

/** A line would end the link at a bracket or a space, and a cell of a table at its sign. */
const encodeUrl = (url: string): string =>
  url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20').replaceAll('|', '%7C');
