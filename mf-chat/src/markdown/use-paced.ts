import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { createPacer } from './pacer.ts';

/** Milliseconds between two steps: a frame for whoever scrolls or types. */
const pause = 16;

export interface Paced {
  readonly text: string;
  /** More of it is still to be shown, or to come. */
  readonly growing: boolean;
}

/** As much of a streaming text as can be shown without holding up the page; all of a finished one. */
export const usePaced = (text: string, streaming: boolean): Paced => {
  const [pacer] = useState(createPacer);
  const [streamed] = useState(streaming);
  const [, next] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react/purity -- how long the rendering took decides on the next step alone
  const since = performance.now();
  const length = streaming || streamed ? pacer.allow(text.length) : text.length;
  useLayoutEffect(() => {
    pacer.stood(length, text.length, performance.now() - since);
  }, [pacer, length, text.length, since]);
  const behind = length < text.length;
  useEffect(() => {
    if (length >= text.length) return undefined;
    const timer = setTimeout(next, pause);
    return () => clearTimeout(timer);
  }, [length, text.length]);
  return { text: behind ? text.slice(0, length) : text, growing: streaming || behind };
};
