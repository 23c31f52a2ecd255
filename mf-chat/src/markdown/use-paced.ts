import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { createPacer } from './pacer.ts';

export interface Paced {
  readonly text: string;
  /** More of it is still to be shown, or to come. */
  readonly growing: boolean;
  /** It comes faster than anybody reads. */
  readonly hurried: boolean;
}

/** As much of a streaming text as can be shown without holding up the page; all of a finished one. */
export const usePaced = (text: string, streaming: boolean): Paced => {
  const [pacer] = useState(createPacer);
  const [streamed] = useState(streaming);
  const [, next] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react/purity -- how long the rendering took decides on the next step alone
  const since = performance.now();
  const length = streamed ? pacer.allow(text.length, since, !streaming) : text.length;
  useLayoutEffect(() => {
    const now = performance.now();
    pacer.stood(length, text.length, now - since, now);
  }, [pacer, length, text.length, since]);
  const behind = length < text.length;
  useEffect(() => {
    if (!behind) return undefined;
    const timer = setTimeout(next, pacer.wait(text.length, since, !streaming));
    return () => clearTimeout(timer);
  }, [pacer, behind, text.length, streaming, since]);
  return { text: behind ? text.slice(0, length) : text, growing: streaming || behind, hurried: pacer.hurried(length) };
};
