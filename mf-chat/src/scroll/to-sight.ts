import { createContext } from 'react';
import type { ThreadScroll } from './use-stick-to-end.ts';

/** Brings a part of an answer into sight, and moves nothing but the thread. */
export type ToSight = (part: HTMLElement) => void;

/** Outside of a thread, as in a preview, whatever scrolls there moves. */
export const ToSightContext = createContext<ToSight>((part) => part.scrollIntoView({ block: 'nearest' }));

/** In a thread: the rows in view keep their position, and the thread no longer follows its end. */
export const toSightIn =
  ({ box, toRow }: Pick<ThreadScroll, 'box' | 'toRow'>): ToSight =>
  (part) => {
    const element = box.current;
    if (!element) return;
    const view = element.getBoundingClientRect();
    const { top, bottom } = part.getBoundingClientRect();
    const before = element.scrollTop;
    toRow(part);
    if (top >= view.top && bottom <= view.bottom) element.scrollTop = before;
  };
