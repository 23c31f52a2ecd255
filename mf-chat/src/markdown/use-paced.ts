import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { createPacer } from './pacer.ts';

export interface Paced {
  readonly text: string;
  /** More of the text is still to be shown, or to arrive. */
  readonly growing: boolean;
  /** It arrives faster than anybody can read. */
  readonly hurried: boolean;
}

/** As much of a streaming text as can be shown without blocking the page. A finished text is shown whole. */
export const usePaced = (text: string, streaming: boolean): Paced => {
  const [pacer] = useState(createPacer);
  const [streamed] = useState(streaming);
  const [, next] = useReducer((count: number) => count + 1, 0);
  // oxlint-disable-next-line react/purity -- how long the rendering took decides on the next step alone
  const since = performance.now();
  const length = streamed ? pacer.allow(text.length, since, !streaming) : text.length;
  useLayoutEffect(() => {
    const now = performance.now();
    pacer.rendered(length, text.length, now - since, now);
  }, [pacer, length, text.length, since]);
  const lagging = length < text.length;
  useEffect(() => {
    if (!lagging) return undefined;
    const timer = setTimeout(next, pacer.wait(text.length, since, !streaming));
    return () => clearTimeout(timer);
  }, [pacer, lagging, text.length, streaming, since]);
  return {
    text: lagging ? text.slice(0, length) : text,
    growing: streaming || lagging,
    hurried: pacer.hurried(length),
  };
};
