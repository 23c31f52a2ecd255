import { createContext } from 'react';
import type { ThreadScroll } from './use-stick-to-end.ts';

/** Scrolls a part of an answer into view, moving nothing but the thread. */
export type ScrollIntoView = (part: HTMLElement) => void;

/** Outside of a thread, for example in a preview, whatever scrolls there moves. */
export const ScrollIntoViewContext = createContext<ScrollIntoView>((part) => part.scrollIntoView({ block: 'nearest' }));

/** In a thread: the rows in view keep their position, and the thread no longer follows its end. */
export const scrollIntoViewIn =
  ({ box, toRow }: Pick<ThreadScroll, 'box' | 'toRow'>): ScrollIntoView =>
  (part) => {
    const element = box.current;
    if (!element) return;
    const view = element.getBoundingClientRect();
    const { top, bottom } = part.getBoundingClientRect();
    const before = element.scrollTop;
    toRow(part);
    if (top >= view.top && bottom <= view.bottom) element.scrollTop = before;
  };
