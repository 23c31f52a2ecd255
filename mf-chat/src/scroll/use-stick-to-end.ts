import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Pixels from the end that still count as the end. */
const near = 48;
/** Pixels between the top of what is in sight and a row that the reader is taken to. */
const above = 16;
/** Screens that may be run through smoothly; a longer way is jumped. */
const smoothScreens = 3;

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;

/** How the rows of a thread take part in its scrolling. */
export interface ThreadScroll {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Whether the thread follows its end. */
  readonly sticking: () => boolean;
  readonly toEnd: (behavior?: ScrollBehavior) => void;
  /** Moves by so many pixels because something above has changed: for the reader nothing moves. */
  readonly shift: (pixels: number) => void;
  /** Scrolls the thread, and nothing around it, to a row. The thread no longer follows its end. */
  readonly toRow: (row: HTMLElement) => void;
}

export interface StickToEnd extends Pick<ThreadScroll, 'box' | 'toEnd'> {
  readonly content: RefObject<HTMLDivElement | null>;
  /** The newest is in sight. */
  readonly atEnd: boolean;
  readonly onScroll: () => void;
  readonly scroll: ThreadScroll;
}

/**
 * Keeps the newest in sight while the reader is at the end, and the reading position otherwise. Another `chat` begins at
 * its end, or at its start where it `begins` there.
 */
export const useStickToEnd = (chat: string, begins: 'start' | 'end' = 'end'): StickToEnd => {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticking = useRef(true);
  const lastTop = useRef(0);
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
        const far = distanceToEnd(element) > smoothScreens * element.clientHeight;
        element.scrollTo({ top: element.scrollHeight, behavior: far ? 'instant' : behavior });
        lastTop.current = element.scrollTop;
      },
      shift(pixels) {
        const element = box.current;
        if (!element || pixels === 0) return;
        // A browser that keeps the place of what is in sight, most of all of what has the focus, would move it once more.
        element.style.overflowAnchor = 'none';
        element.scrollTop += pixels;
        lastTop.current = element.scrollTop;
        requestAnimationFrame(() => element.style.removeProperty('overflow-anchor'));
      },
      toRow(row) {
        sticking.current = false;
        const element = box.current;
        if (element) element.scrollTop += row.getBoundingClientRect().top - element.getBoundingClientRect().top - above;
      },
    }),
    [],
  );

  const onScroll = useCallback(() => {
    if (!box.current) return;
    const end = distanceToEnd(box.current) < near;
    const up = box.current.scrollTop < lastTop.current;
    lastTop.current = box.current.scrollTop;
    // Only a move upwards lets go: on its way to the end, and while the text grows, the reader is still with it.
    if (end !== up) sticking.current = end;
    setLeftEndOf(end || sticking.current ? undefined : chat);
  }, [chat]);

  useLayoutEffect(() => {
    sticking.current = begins === 'end';
    box.current?.scrollTo({ top: sticking.current ? box.current.scrollHeight : 0, behavior: 'instant' });
    lastTop.current = box.current?.scrollTop ?? 0;
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- another chat begins at its end
  }, [chat]);
  useEffect(() => {
    const element = box.current;
    if (!content.current || !element) return undefined;
    const observer = new ResizeObserver(() => {
      if (sticking.current) element.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
      else setLeftEndOf(distanceToEnd(element) < near ? undefined : chat);
    });
    observer.observe(content.current);
    observer.observe(element);
    // The wheel scrolls over many frames. Text that grows in between would take the reader back to the end.
    const letGo = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0 && element.scrollTop) sticking.current = false;
    };
    element.addEventListener('wheel', letGo, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', letGo);
    };
  }, [chat]);

  return { box, content, atEnd: leftEndOf !== chat, onScroll, toEnd: scroll.toEnd, scroll };
};
