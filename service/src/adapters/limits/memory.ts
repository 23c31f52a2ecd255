import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsPort } from '../../ports/limits.ts';

/** Limits within this process. */
export const createMemoryLimits = (): LimitsPort => {
  const limiters = new Map<string, RateLimiterMemory>();
  const limiterOf = ({ name, points, seconds }: Limit): RateLimiterMemory => {
    const known = limiters.get(name);
    if (known) return known;
    const made = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    limiters.set(name, made);
    return made;
  };
  const taken = new Map<string, number>();
  return {
    take: async (limit, key) => {
      try {
        await limiterOf(limit).consume(key);
        return 0;
      } catch (rejection) {
        if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
        throw rejection;
      }
    },
    clear: async (limit, key) => {
      await limiterOf(limit).delete(key);
    },
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
