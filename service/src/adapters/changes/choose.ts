import type { WarnLog } from '../../log.ts';
import { createRedisSignals } from './redis-signals.ts';
import { type ChangeSignals, createNoSignals } from './signals.ts';

/** By Redis where one is configured. Without it, an instance that has a database of its own is alone there. */
export const chooseSignals = (
  { redisUrl, databaseUrl }: { readonly redisUrl?: string; readonly databaseUrl?: string },
  log: WarnLog,
): ChangeSignals =>
  redisUrl === undefined ? createNoSignals(databaseUrl === undefined) : createRedisSignals({ url: redisUrl, log });
