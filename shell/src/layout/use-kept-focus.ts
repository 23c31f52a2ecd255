import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Passes the focus on when the control of a notice that has it is removed: to `next`, or to the page. Returns handlers
 * for the element around the notice.
 */
export const useKeptFocus = (next?: RefObject<HTMLElement | null>) => {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    const { body } = document;
    const page = document.querySelector('main')?.closest<HTMLElement>('[tabindex]');
    // A list item has passed it on already, and no event reports that during a render.
    if (document.activeElement === body) (next?.current ?? page)?.focus();
    focused.current = document.activeElement === body ? null : document.activeElement;
  });
  return {
    onFocus({ target }: FocusEvent) {
      focused.current = target;
    },
    onBlur() {
      focused.current = null;
    },
  };
};
