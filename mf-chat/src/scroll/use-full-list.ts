import { type RefObject, useEffect, useState } from 'react';

/** Whether the target is a text field. */
export const inField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable=true]') !== null;

/**
 * Whether all of a list has to be in the document: from when somebody searches the page or selects all of it.
 * `flush` applies a change synchronously, before the browser continues.
 */
export const useFullList = (list: RefObject<HTMLElement | null>, flush: (change: () => void) => void): boolean => {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const page = list.current?.ownerDocument;
    if (!page || full) return undefined;
    const show = () => flush(() => setFull(true));
    const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      if (altKey) return;
      const command = ctrlKey || metaKey;
      if (key === 'F3' || (command && (/^[fg]$/i.test(key) || (/^a$/i.test(key) && !inField(target))))) show();
    };
    page.addEventListener('keydown', onKey, { capture: true });
    return () => {
      page.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [list, full, flush]);
  return full;
};
