import * as z from 'zod';
import { createMemoryLimits } from './memory.ts';
import type { LimitsPort } from '../../ports/limits.ts';
import { createRedisLimits, type RedisLimitsOptions } from './redis.ts';

export const limitsVariables = {
  /** Shares limits and signals of changes between instances. If undefined, each instance counts limits by itself. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
};

/** Chooses shared limits if Redis is configured, else limits within this process. */
export const chooseLimits = (url: string | undefined, log: RedisLimitsOptions['log']): LimitsPort =>
  url === undefined ? createMemoryLimits() : createRedisLimits({ url, log });
