import { isComposing } from '@atrium/shared-kernel/remote';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The button whose menu the element is in: a menu is gone by the time its dialog closes. */
const ownerOf = (element: Element | null): Element | null => {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (id && document.getElementById(id)) || element;
};

const maxVisited = 8;
/** Elements that had the focus outside of dialogs, the newest last. */
let visited: WeakRef<Element>[] = [];

const remember = (target: EventTarget | null): void => {
  if (!(target instanceof Element) || target === document.body || target.closest('dialog')) return;
  visited = [...visited.filter((one) => one.deref() !== target), new WeakRef(ownerOf(target) ?? target)].slice(
    -maxVisited,
  );
};
// Once for the page: a dialog may close long after the element that opened it is gone.
document.addEventListener('focusin', ({ target }) => remember(target));

/**
 * Moves the focus when a dialog closes: to its opener, or else into the dialog below, to what had the focus last, or to
 * the page.
 */
const restoreFocus = (opener: Element | null): void => {
  // Of a dialog that was opened above the closing one.
  if (document.activeElement?.closest('dialog[aria-modal]')) return;
  const below = [...document.querySelectorAll('dialog[aria-modal]')].at(-1);
  const page = document.querySelector('main')?.closest('[tabindex="-1"]');
  for (const target of [opener, below, ...visited.map((one) => one.deref()).toReversed(), page]) {
    if (!(target instanceof HTMLElement) || !target.isConnected) continue;
    target.focus();
    // Hidden and inert elements cannot be focused.
    if (document.activeElement === target) return;
  }
};

/**
 * Moves the focus into the frame when it opens. When it closes, the focus returns to `opener`, or else to where it was.
 */
export const useFocusReturn = (frame: RefObject<HTMLElement | null>, opener?: Element | null): void => {
  const from = useRef(opener);
  useLayoutEffect(() => {
    const before = ownerOf(from.current ?? document.activeElement);
    // Of the first dialog, it had the focus before this module was loaded.
    remember(before);
    const within = frame.current;
    const first = within?.querySelector<HTMLElement>('[data-autofocus]') ?? within;
    if (!within?.contains(before)) first?.focus();
    // Elements behind the dialog stay inert until this commit is done.
    return () => queueMicrotask(() => restoreFocus(before === document.body ? null : before));
  }, [frame]);
};

/** Escape closes the topmost dialog, unless a part of it, or a popup above it, has handled the key. */
export const useEscape = (frame: RefObject<HTMLElement | null>, top: boolean, close: () => void): void => {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!top) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      const { target } = event;
      if (target === document.body || (target instanceof Node && frame.current?.contains(target))) latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [frame, top]);
};
