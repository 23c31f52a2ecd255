import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Pixels from the end that still count as the end. */
const endTolerance = 48;
/** Pixels between the top of the view and a row that the thread scrolls to. */
const rowMargin = 16;
/** Up to this many screens are scrolled smoothly. Longer ways are jumped. */
const maxSmoothScreens = 3;

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;

/** What the rows of a thread need for scrolling. */
export interface ThreadScroll {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Whether the thread follows its end. */
  readonly sticking: () => boolean;
  readonly toEnd: (behavior?: ScrollBehavior) => void;
  /** Scrolls by as many pixels as something above has changed, so that nothing moves for the reader. */
  readonly shift: (pixels: number) => void;
  /** Scrolls the thread, and nothing around it, to a row. The thread no longer follows its end. */
  readonly toRow: (row: HTMLElement) => void;
}

export interface StickToEnd extends Pick<ThreadScroll, 'box' | 'toEnd'> {
  readonly content: RefObject<HTMLDivElement | null>;
  /** Whether the newest message is in view. */
  readonly atEnd: boolean;
  readonly onScroll: () => void;
  readonly scroll: ThreadScroll;
}

/**
 * Keeps the newest message in view while the reader is at the end, and the reading position otherwise. Another `chat`
 * starts at its end, or at its start if `startsAt` says so.
 */
export const useStickToEnd = (chat: string, startsAt: 'start' | 'end' = 'end'): StickToEnd => {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticking = useRef(true);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  // The chat whose end the reader has left.
  const [leftEndOf, setLeftEndOf] = useState<string>();

  const scroll = useMemo(
    (): ThreadScroll => ({
      box,
      sticking: () => sticking.current,
      toEnd(behavior = 'instant') {
        sticking.current = true;
        setLeftEndOf(undefined);
        const element = box.current;
        if (!element) return;
        const far = distanceToEnd(element) > maxSmoothScreens * element.clientHeight;
        element.scrollTo({ top: element.scrollHeight, behavior: far ? 'instant' : behavior });
        lastTop.current = element.scrollTop;
      },
      shift(pixels) {
        const element = box.current;
        if (!element || pixels === 0) return;
        // The browser's own scroll anchoring, which favors the focused element, would move the content once more.
        element.style.overflowAnchor = 'none';
        const { scrollTop } = element;
        element.scrollTop += pixels;
        // Only by what it moves: the browser may have scrolled without having reported it yet.
        lastTop.current += element.scrollTop - scrollTop;
        requestAnimationFrame(() => element.style.removeProperty('overflow-anchor'));
      },
      toRow(row) {
        sticking.current = false;
        const element = box.current;
        if (element)
          element.scrollTop += row.getBoundingClientRect().top - element.getBoundingClientRect().top - rowMargin;
      },
    }),
    [],
  );

  const onScroll = useCallback(() => {
    if (!box.current) return;
    const { scrollTop, scrollHeight } = box.current;
    const distance = distanceToEnd(box.current);
    const end = distance < endTolerance;
    // Where content gets shorter, the browser moves the view up, and may report it after the next content has come.
    const moved = sticking.current && scrollHeight < lastHeight.current;
    lastHeight.current = scrollHeight;
    const up = scrollTop < lastTop.current && !moved;
    const down = scrollTop > lastTop.current || (distance < 1 && !up);
    // Only scrolling up ends the following: on the way to the end, and while text grows, the reader is still at it.
    if (end ? down : up) sticking.current = end;
    // Where content gets shorter, the browser moves the view with its end, and back when it gets longer again. For a
    // reader who did not follow the end, that is no way there.
    if (sticking.current || !end || !up) lastTop.current = scrollTop;
    setLeftEndOf(end || sticking.current ? undefined : chat);
  }, [chat]);

  useLayoutEffect(() => {
    sticking.current = startsAt === 'end';
    box.current?.scrollTo({ top: sticking.current ? box.current.scrollHeight : 0, behavior: 'instant' });
    lastTop.current = box.current?.scrollTop ?? 0;
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- another chat begins at its end
  }, [chat]);
  useEffect(() => {
    const element = box.current;
    if (!content.current || !element) return undefined;
    const observer = new ResizeObserver(() => {
      if (sticking.current) {
        element.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
        // Where content got shorter, the end is higher up than before: nobody has scrolled.
        lastTop.current = element.scrollTop;
        lastHeight.current = element.scrollHeight;
      } else setLeftEndOf(distanceToEnd(element) < endTolerance ? undefined : chat);
    });
    observer.observe(content.current);
    observer.observe(element);
    // The wheel scrolls over many frames. Text that grows in between would take the reader back to the end.
    const stopFollowing = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollTop) sticking.current = false;
    };
    element.addEventListener('wheel', stopFollowing, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', stopFollowing);
    };
  }, [chat]);

  return { box, content, atEnd: leftEndOf !== chat, onScroll, toEnd: scroll.toEnd, scroll };
};
