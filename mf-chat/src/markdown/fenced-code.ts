export interface FencedCode {
  readonly language: string;
  readonly code: string;
}

const opening = /^(`{3,}|~{3,})[^\S\n]*([^\s`\\&]*)(?:[^\S\n][^\n`]*)?(?:\n|$)/;

/** A longer fence would make the regular expression for its end too large. */
const longestFence = 1000;

/**
 * The code of a block that is nothing but one unindented code fence, open or closed. Undefined for any other block.
 * Works without the parser.
 */
export const fencedCode = (block: string): FencedCode | undefined => {
  const [head, fence = '', language = ''] = opening.exec(block) ?? [];
  if (head === undefined || fence.length > longestFence) return undefined;
  const closing = new RegExp(`^ {0,3}${fence}${fence[0]}*[^\\S\\n]*$`, 'm').exec(block.slice(head.length));
  if (!closing) return { language, code: block.slice(head.length).replace(/\n$/, '') };
  const end = head.length + closing.index;
  const after = block.slice(end + closing[0].length);
  return after.trim() === '' ? { language, code: block.slice(head.length, end).replace(/\n$/, '') } : undefined;
};
