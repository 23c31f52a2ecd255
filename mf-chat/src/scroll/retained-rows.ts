import { type RefObject, useEffect, useState } from 'react';
import { inField } from './use-full-list.ts';

const rowOf = (node: Node | null): string | undefined => {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
};

/**
 * The keys of the rows that have to stay in the document even out of view: the one with the focus, and those in which a
 * selection starts and ends. All rows between these two stay with them.
 */
export const useRetainedRows = (list: RefObject<HTMLElement | null>): readonly string[] => {
  const [retained, setRetained] = useState<readonly string[]>([]);
  useEffect(() => {
    const root = list.current;
    if (!root) return undefined;
    const page = root.ownerDocument;
    const update = () => {
      const { activeElement } = page;
      // A selection in a text field is not one of rows, and reading it on each keystroke would cost a layout.
      const selection = inField(activeElement) ? null : page.getSelection();
      const selected = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : [];
      const keys = [activeElement, ...selected].filter((node) => root.contains(node)).map((node) => rowOf(node));
      const next = keys.filter((key) => key !== undefined);
      setRetained((before) => (before.join(' ') === next.join(' ') ? before : next));
    };
    page.addEventListener('selectionchange', update);
    root.addEventListener('focusin', update);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // When the focus moves between rows, `focusin` follows at once. Only a focus that leaves the list is checked here.
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) queueMicrotask(update);
    };
    root.addEventListener('focusout', onFocusOut);
    return () => {
      page.removeEventListener('selectionchange', update);
      root.removeEventListener('focusin', update);
      root.removeEventListener('focusout', onFocusOut);
    };
  }, [list]);
  return retained;
};
