import { fenceReader, perhapsFence } from './fences.ts';
import type { Source } from './sources.ts';

/** A picture, a link, or a citation such as [2]; or a URL, in `<…>` or bare. Code is left unchanged. */
const token = /(`+)[^\n]*?\1|(!?)\[([^\]\n]*)\](?:\(([^)\n]*)\))?|<(https?:\/\/[^>\s]+)>|\bhttps?:\/\/[^\s<>`]+/gi;
const number = /^\^?(?:source\s+)?(\d{1,3})$/i;
const numbers = /^\d{1,3}(?:\s*[,;]\s*\d{1,3})+$/;
/** Text at the end that may still become a link, a citation, or a URL when more text arrives. */
const unfinished = /(?:!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?|`[^`\n]*|\S+)$/;
/** Code within a line that no more text can change. */
const codeSpan = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?=[^`])/g;
/** The most characters that wait for the end of such a text. */
const maxPending = 2000;

/** Rewrites the citations, links, and URLs in one line, or in a part of it. */
const lineRewriter = (sources: readonly Source[]) => {
  const urls = new Map(sources.flatMap(({ url }, index) => (url ? [[url, index + 1] as const] : [])));

  const mark = (n: number): string | undefined => {
    const source = sources[n - 1];
    return source && (source.url ? `[${n}](${encodeUrl(source.url)})` : `[${n}]`);
  };
  const asText = (words: string, target: string | undefined): string => {
    const known = target === undefined ? undefined : urls.get(target.trim());
    return known === undefined ? words : `${words} ${mark(known)}`;
  };
  return (line: string): string =>
    line.replaceAll(
      token,
      (whole, code?: string, picture?: string, words?: string, target?: string, angled?: string) => {
        if (code !== undefined) return whole;
        if (words !== undefined) {
          if (picture === '!') return words;
          const [, single] = number.exec(words.trim()) ?? [];
          if (single !== undefined) return mark(Number(single)) ?? (target === undefined ? whole : words);
          if (target === undefined && numbers.test(words.trim())) {
            const all = words.split(/[,;]/).map((part) => mark(Number(part)));
            return all.every((one) => one !== undefined) ? all.join(' ') : whole;
          }
          return target === undefined ? whole : asText(words, target);
        }
        const address = angled ?? whole;
        const known = urls.get(address);
        return known === undefined ? `\`${address.replaceAll('`', '')}\`` : mark(known)!;
      },
    );
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
  const rewrite = lineRewriter(sources);

  const convert = (text: string): string =>
    text
      .split(/(?<=\n)/)
      .map((line) => {
        if (!begun) code = isCode(line);
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
  const open = unfinished.exec(line.replaceAll(codeSpan, (span) => ' '.repeat(span.length)));
  return open ? open.index : line.length;
};

const encodeUrl = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
