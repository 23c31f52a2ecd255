import { useEffect } from 'react';

/** A message to show. Each request is another object. */
export interface Reveal {
  readonly messageId: string;
}

export interface RevealProps {
  /** The message to show, until it is shown. */
  readonly reveal?: Reveal | undefined;
  /** Called when it is shown, with its position from 1 and the number of all messages. */
  readonly onReveal?: ((position: number, count: number) => void) | undefined;
}

const focusRow = (row: HTMLElement): void => {
  row.tabIndex = -1;
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true });
  row.focus({ preventScroll: true });
};

/** The index of the message to show. -1 if it is not in the list, or if there is none to show. */
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
    // Deferred past the commit that created the list. The dialog that led here also returns the focus first.
    const timer = setTimeout(() => {
      const row = show(index);
      if (!row) return;
      focusRow(row);
      onReveal?.(index + 1, count);
    });
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- more messages are no other request
  }, [reveal, index, show]);
};
