import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsPort } from '../../ports/limits.ts';

/** Counts points with one limiter of the library per limit. `make` creates it when it is first needed. */
export const countPoints = (make: (limit: Limit) => RateLimiterAbstract): Pick<LimitsPort, 'consume' | 'clear'> => {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (limit: Limit): RateLimiterAbstract => {
    const limiter = limiters.get(limit.name) ?? make(limit);
    limiters.set(limit.name, limiter);
    return limiter;
  };
  return {
    consume: async (limit, key) => {
      try {
        await limiterOf(limit).consume(key);
        return 0;
      } catch (rejection) {
        // The library rejects with a result if no point is left, and with an error if it could not count.
        if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
        throw rejection;
      }
    },
    clear: async (limit, key) => {
      await limiterOf(limit).delete(key);
    },
  };
};
