import { useEffect } from 'react';

/** A message to be shown: another object each time. */
export interface Reveal {
  readonly messageId: string;
}

export interface RevealProps {
  /** The message that the reader came for, until it is shown. */
  readonly reveal?: Reveal | undefined;
  /** It is shown: its place, from 1, and the number of all. */
  readonly onReveal?: ((position: number, count: number) => void) | undefined;
}

const arriveAt = (row: HTMLElement): void => {
  row.tabIndex = -1;
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true });
  row.focus({ preventScroll: true });
};

/** The index of the message to show; -1 where it is not in the list, or there is none to show. */
export const indexToReveal = (messages: readonly { readonly _id: string }[], { reveal }: RevealProps): number =>
  reveal === undefined ? -1 : messages.findIndex(({ _id }) => _id === reveal.messageId);

/** Scrolls to the message at `index` of `count` and focuses it, which marks it and lets screen readers read it. */
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
