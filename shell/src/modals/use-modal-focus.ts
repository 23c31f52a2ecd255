import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The button whose menu the element is in: a menu is gone by the time its dialog closes. */
const ownerOf = (element: Element | null): Element | null => {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (id && document.getElementById(id)) || element;
};

const most = 8;
/** What had the focus outside of dialogs, the newest last. */
let visited: WeakRef<Element>[] = [];

const remember = ({ target }: FocusEvent): void => {
  if (!(target instanceof Element) || target.closest('dialog')) return;
  visited = [...visited.filter((one) => one.deref() !== target), new WeakRef(ownerOf(target) ?? target)].slice(-most);
};
// Once for the page: a dialog may close long after the element that opened it is gone.
document.addEventListener('focusin', remember);

/**
 * Where the focus goes when a dialog closes: to its opener, else into the dialog below, else to what had the focus last,
 * else to the page.
 */
const giveBack = (opener: Element | null): void => {
  const below = [...document.querySelectorAll('dialog[aria-modal]')].at(-1);
  const page = document.querySelector('main')?.closest('[tabindex="-1"]');
  for (const target of [opener, below, ...visited.map((one) => one.deref()).toReversed(), page]) {
    if (!(target instanceof HTMLElement) || !target.isConnected) continue;
    target.focus();
    // Hidden and inert elements cannot be focused.
    if (document.activeElement === target) return;
  }
};

/** Moves the focus into the frame when it opens, and back to `opener`, else to where it was, when it closes. */
export const useFocusReturn = (frame: RefObject<HTMLElement | null>, opener?: Element | null): void => {
  const from = useRef(opener);
  useLayoutEffect(() => {
    const before = ownerOf(from.current ?? document.activeElement);
    const within = frame.current;
    const first = within?.querySelector<HTMLElement>('[data-autofocus]') ?? within;
    if (!within?.contains(before)) first?.focus();
    // Elements behind the dialog stay inert until this commit is done.
    return () => queueMicrotask(() => giveBack(before === document.body ? null : before));
  }, [frame]);
};

/** Escape closes the topmost dialog, unless a part of it, or a popup above it, has taken the key. */
export const useEscape = (frame: RefObject<HTMLElement | null>, top: boolean, close: () => void): void => {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
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
