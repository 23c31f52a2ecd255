import { useEffect } from 'react';

/** A message to be shown: another object each time. */
export interface Reveal {
  readonly messageId: string;
}

export interface RevealProps {
  /** The message that the reader came for, until it is shown. */
  readonly reveal?: Reveal | undefined;
  /** It is shown: its place, from 1, and the number of all. */
  readonly onReveal?: ((place: number, count: number) => void) | undefined;
}

const arriveAt = (row: HTMLElement): void => {
  row.tabIndex = -1;
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true });
  row.focus({ preventScroll: true });
};

/** Where `reveal` stands among the messages; -1 where it does not, or nothing is to be shown. */
export const placeOfReveal = (messages: readonly { readonly _id: string }[], { reveal }: RevealProps): number =>
  reveal === undefined ? -1 : messages.findIndex(({ _id }) => _id === reveal.messageId);

/** Shows the message at `index` of `count` once the list stands there. It gets the focus, which marks it and reads it. */
export const useReveal = (
  index: number,
  count: number,
  { reveal, onReveal }: RevealProps,
  show: (index: number) => HTMLElement | undefined,
): void => {
  useEffect(() => {
    if (index === -1) return undefined;
    // Not within the commit that has made the list; and the dialog that led here gives the focus back first.
    const timer = setTimeout(() => {
      const row = show(index);
      if (!row) return;
      arriveAt(row);
      onReveal?.(index + 1, count);
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- more messages are no other request
  }, [reveal, index, show]);
};
