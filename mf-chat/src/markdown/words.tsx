import type { Token } from '@atrium/shared-kernel/markdown/parser';
import type { ReactNode } from 'react';

/** At least this many words at the end of a growing block are each an element of their own. */
const wrapped = 16;
/** Words before them turn back into plain text this many at a time. */
const batch = 16;
/** This many of the last words are fainter than the others. */
const fading = 4;

const word = /\S+\s*|\s+/g;
const countIn = (tokens: readonly Token[]): number =>
  tokens.reduce(
    (sum, { type, content, children }) =>
      sum + (children ? countIn(children) : type === 'text' ? (content.match(/\S+/g)?.length ?? 0) : 0),
    0,
  );

export type Wrap = (text: string) => ReactNode;

/** Wraps the last words of a growing block, so that they can be animated while they are being written (B4.26). */
export const wordsOf = (tokens: readonly Token[]): Wrap => {
  const total = countIn(tokens);
  const plain = Math.max(0, Math.floor((total - wrapped) / batch) * batch);
  let at = 0;
  return (text) => {
    let before = '';
    const words: ReactNode[] = [];
    for (const [part] of text.matchAll(word)) {
      const counts = part.trim() !== '';
      if (counts && at >= plain)
        words.push(
          <span key={at} data-word={at >= total - fading ? 'new' : ''}>
            {part}
          </span>,
        );
      else before += part;
      if (counts) at += 1;
    }
    return words.length === 0 ? before : before === '' ? words : [before, ...words];
  };
};
