/** A paragraph is cut after this many characters at the end of a sentence, after twice as many between words. */
const sentenceAfter = 1000;
const wordAfter = 2 * sentenceAfter;
/** Beyond this, a cut may fall into a link or an emphasis. */
const anywhereAfter = 4 * sentenceAfter;

const paragraph = /^ {0,3}(?![-+*]\s|[#>|<]|```|~~~|\$\$|\\\[\s|\\begin\{|\d{1,9}[.)]\s|\[[^\]]*\]:)\S/;
/** Whether a block begins as a paragraph. */
export const isParagraph = (block: string): boolean => paragraph.test(block);
const paired = ['`', '*', '_', '~', '$'] as const;
const wordStart = /[\p{L}"“‘(]/u;

/** Beyond this, a cut may fall anywhere, so that an endless line is not parsed again with each word. */
const everywhereAfter = 8 * sentenceAfter;

/** Tracks whether code, an emphasis, a link or a formula is still open at a position. */
const balance = () => {
  const counts = new Map<string, number>();
  const even = (mark: string) => (counts.get(mark) ?? 0) % 2 === 0;
  const level = (open: string, close: string) => (counts.get(open) ?? 0) <= (counts.get(close) ?? 0);
  return {
    add: (character: string) => {
      if ('`*_~$[]()<>'.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    },
    holds: () => paired.every(even) && level('[', ']') && level('(', ')') && level('<', '>'),
  };
};

/**
 * Where to cut a very long paragraph, so that not all of it is parsed again with each word. Undefined if it cannot be
 * cut yet. Text that arrives later never moves a cut.
 */
export const cutOf = (text: string): number | undefined => {
  if (text.length <= sentenceAfter || !paragraph.test(text)) return undefined;
  const { add, holds } = balance();
  for (let at = 0; at < text.length - 1; at += 1) {
    const character = text[at] ?? '';
    if (at >= anywhereAfter && character === '\n') return at + 1;
    if (at >= everywhereAfter && !/[\udc00-\udfff]/.test(text[at + 1] ?? '')) return at + 1;
    const beforeWord = character === ' ' && wordStart.test(text[at + 1] ?? '');
    if (at >= sentenceAfter && beforeWord) {
      if (at >= anywhereAfter) return at + 1;
      if (/[.!?]/.test(text[at - 1] ?? '') || at >= wordAfter) if (holds()) return at + 1;
    } else if (at >= sentenceAfter && /[。！？]/.test(text[at - 1] ?? '') && holds()) return at;
    add(character);
  }
  return undefined;
};
