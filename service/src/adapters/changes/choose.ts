import type { WarnLog } from '../../log.ts';
import { createRedisSignals } from './redis-signals.ts';
import { type ChangeSignals, createNoSignals } from './signals.ts';

/**
 * Chooses signals by Redis if it is configured. Without it, an instance with the embedded database has no other
 * instances.
 */
export const chooseSignals = (
  { redisUrl, databaseUrl }: { readonly redisUrl?: string; readonly databaseUrl?: string },
  log: WarnLog,
): ChangeSignals =>
  redisUrl === undefined ? createNoSignals(databaseUrl === undefined) : createRedisSignals({ url: redisUrl, log });
