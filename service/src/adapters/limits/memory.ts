import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countPoints } from './points.ts';
import type { LimitsPort } from '../../ports/limits.ts';

/** Limits within this process. */
export const createMemoryLimits = (): LimitsPort => {
  const occupied = new Map<string, number>();
  return {
    ...countPoints(
      ({ name: keyPrefix, points, seconds }) => new RateLimiterMemory({ keyPrefix, points, duration: seconds }),
    ),
    occupy: async ({ name, count }, key) => {
      const slot = `${name} ${key}`;
      const before = occupied.get(slot) ?? 0;
      if (before >= count) return undefined;
      occupied.set(slot, before + 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const remaining = (occupied.get(slot) ?? 1) - 1;
        if (remaining > 0) occupied.set(slot, remaining);
        else occupied.delete(slot);
      };
    },
  };
};
