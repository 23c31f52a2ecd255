import { markdown } from '@atrium/shared-kernel/contracts/constants';
import { use, useEffect, useState } from 'react';
import { RenderWhole } from './render-whole.ts';

/**
 * How many of `total` blocks to show: all of a text that grows, and of a finished one of more than 100 first 50, then
 * 25 more every 16 ms (B4.54).
 */
export const useProgressive = (total: number, growing: boolean): number => {
  const atOnce = use(RenderWhole);
  const [whole] = useState(growing || atOnce || total <= markdown.progressiveAbove);
  const [shown, setShown] = useState<number>(markdown.first);
  const done = whole || shown >= total;
  useEffect(() => {
    if (done) return undefined;
    const timer = setInterval(() => setShown((count) => count + markdown.step), markdown.every);
    return () => clearInterval(timer);
  }, [done]);
  return done ? total : shown;
};
