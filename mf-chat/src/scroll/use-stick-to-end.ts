import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end that still count as the end. */
const near = 48;

const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;

export interface StickToEnd {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** The newest is in sight. */
  readonly atEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: (behavior?: ScrollBehavior) => void;
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

  const toEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    sticking.current = true;
    setLeftEndOf(undefined);
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior });
  }, []);

  const onScroll = useCallback(() => {
    if (!box.current) return;
    const end = distanceToEnd(box.current) < near;
    const up = box.current.scrollTop < lastTop.current;
    lastTop.current = box.current.scrollTop;
    // Only a move upwards lets go: on its way to the end, and while the text grows, the reader is still with it.
    if (end) sticking.current = true;
    else if (up) sticking.current = false;
    setLeftEndOf(sticking.current ? undefined : chat);
  }, [chat]);

  useLayoutEffect(() => {
    sticking.current = begins === 'end';
    box.current?.scrollTo({ top: sticking.current ? box.current.scrollHeight : 0, behavior: 'instant' });
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- another chat begins at its end
  }, [chat]);
  useEffect(() => {
    if (!content.current || !box.current) return undefined;
    const observer = new ResizeObserver(() => {
      if (!box.current) return;
      if (sticking.current) box.current.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' });
      else setLeftEndOf(distanceToEnd(box.current) < near ? undefined : chat);
    });
    observer.observe(content.current);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [chat]);

  return { box, content, atEnd: leftEndOf !== chat, onScroll, toEnd };
};
