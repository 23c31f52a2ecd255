import { type RefObject, useEffect, useState } from 'react';
import { rowsOf } from './rows.ts';
import type { ThreadScroll } from './use-stick-to-end.ts';

/**
 * Whether the page is being printed. Then all of a list has to be rendered in the document. Afterwards the reader is
 * back where they were. `flush` applies a change synchronously, before the browser continues.
 */
export const usePrint = (
  list: RefObject<HTMLElement | null>,
  scroll: ThreadScroll,
  flush: (change: () => void) => void,
): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const view = list.current?.ownerDocument.defaultView;
    if (!view) return undefined;
    let position: { readonly key: string | undefined; readonly top: number } | undefined;
    const rows = () => rowsOf(list.current);
    const onBeforePrint = () => {
      const edge = scroll.box.current?.getBoundingClientRect().top ?? 0;
      const row = rows().find((one) => one.getBoundingClientRect().bottom > edge);
      position = row && { key: row.dataset['row'], top: row.getBoundingClientRect().top };
      flush(() => setPrinting(true));
    };
    const onAfterPrint = () => {
      flush(() => setPrinting(false));
      if (scroll.sticking()) scroll.toEnd();
      const row = rows().find(({ dataset }) => dataset['row'] === position?.key);
      if (row && position && !scroll.sticking()) scroll.shift(row.getBoundingClientRect().top - position.top);
    };
    view.addEventListener('beforeprint', onBeforePrint);
    view.addEventListener('afterprint', onAfterPrint);
    return () => {
      view.removeEventListener('beforeprint', onBeforePrint);
      view.removeEventListener('afterprint', onAfterPrint);
    };
  }, [list, scroll, flush]);
  return printing;
};
