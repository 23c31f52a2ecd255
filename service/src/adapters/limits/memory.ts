import { RateLimiterMemory } from 'rate-limiter-flexible';
import { countPoints } from './points.ts';
import type { LimitsPort } from '../../ports/limits.ts';

/** Limits within this process. */
export const createMemoryLimits = (): LimitsPort => {
  const taken = new Map<string, number>();
  return {
    ...countPoints(
      ({ name: keyPrefix, points, seconds }) => new RateLimiterMemory({ keyPrefix, points, duration: seconds }),
    ),
    occupy: async ({ name, count }, key) => {
      const place = `${name} ${key}`;
      const before = taken.get(place) ?? 0;
      if (before >= count) return undefined;
      taken.set(place, before + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (taken.get(place) ?? 1) - 1;
        if (left > 0) taken.set(place, left);
        else taken.delete(place);
      };
    },
  };
};
