import type { TrustedKey } from './keys.ts';

/**
 * For what reads a signed text again and again: gives the last result while the text and the keys are the same, since
 * checking a signature takes longer than everything else that such a reader does.
 */
export const remembered = <T>(
  read: (text: string, trusted: readonly TrustedKey[]) => T,
): ((text: string, trusted: readonly TrustedKey[]) => T) => {
  let last: { readonly text: string; readonly trusted: readonly TrustedKey[]; readonly result: T } | undefined;
  return (text, trusted) => {
    if (last?.text !== text || last.trusted !== trusted) last = { text, trusted, result: read(text, trusted) };
    return last.result;
  };
};
