import * as z from 'zod';
import { createMemoryLimits } from './memory.ts';
import type { LimitsPort } from '../../ports/limits.ts';
import { createRedisLimits, type RedisLimitsOptions } from './redis.ts';

export const limitsVariables = {
  /** None: each instance has limits of its own. Signals of changes go by it, too. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
};

/** Shared limits where a Redis is configured, else those of this process. */
export const chooseLimits = (url: string | undefined, log: RedisLimitsOptions['log']): LimitsPort =>
  url === undefined ? createMemoryLimits() : createRedisLimits({ url, log });
