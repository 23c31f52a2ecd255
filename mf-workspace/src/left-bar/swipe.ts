import type { TouchEvent } from 'react';

/** A swipe that closes the sidebar (B4.45). The specification leaves the time limit open. */
export const closingSwipe = { minLeft: 30, maxVertical: 150, withinMs: 500 } as const;

interface Point {
  readonly x: number;
  readonly y: number;
  /** Milliseconds on any one clock. */
  readonly at: number;
}

/** Whether a touch from `from` to `to` is a swipe to the left that closes the bar. */
export const isClosingSwipe = (from: Point, to: Point): boolean =>
  from.x - to.x >= closingSwipe.minLeft &&
  Math.abs(to.y - from.y) <= closingSwipe.maxVertical &&
  to.at - from.at <= closingSwipe.withinMs;

const pointOf = (event: TouchEvent): Point | undefined => {
  const touch = event.changedTouches[0];
  return touch && { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
};

/**
 * Touch handlers that call `close` at the end of a closing swipe of one finger. While a title is being edited, the finger
 * may drag its caret.
 */
export const closingSwipeHandlers = (close: () => void) => {
  let from: Point | undefined;
  return {
    onTouchStart: (event: TouchEvent) => {
      from =
        event.touches.length === 1 && !event.currentTarget.querySelector('input:not([type=checkbox]):focus')
          ? pointOf(event)
          : undefined;
    },
    onTouchEnd: (event: TouchEvent) => {
      const to = pointOf(event);
      if (from && to && isClosingSwipe(from, to)) close();
      from = undefined;
    },
    onTouchCancel: () => {
      from = undefined;
    },
  };
};
