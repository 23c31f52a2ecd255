import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsPort } from './port.ts';

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
  };
};
