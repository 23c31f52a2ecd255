import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Moves the focus into the frame when it opens, and back to `opener`, else to where it was, when it closes. */
export const useFocusReturn = (frame: RefObject<HTMLElement | null>, opener?: Element | null): void => {
  const from = useRef(opener);
  useLayoutEffect(() => {
    const before = from.current ?? document.activeElement;
    const within = frame.current;
    const first = within?.querySelector<HTMLElement>('[data-autofocus]') ?? within;
    if (!within?.contains(before)) first?.focus();
    return () => {
      if (!(before instanceof HTMLElement)) return;
      // What was behind the dialog is inert until this commit is over.
      queueMicrotask(() => {
        if (before.isConnected) before.focus();
      });
    };
  }, [frame]);
};

/** Escape closes the topmost dialog, unless a part of it, or a popup above it, has taken the key. */
export const useEscape = (frame: RefObject<HTMLElement | null>, top: boolean, close: () => void): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!top) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const { target } = event;
      if (target === document.body || (target instanceof Node && frame.current?.contains(target))) latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [frame, top]);
};
