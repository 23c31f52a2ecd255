import { randomUUID } from 'node:crypto';
import { type ChainableCommander, Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createMemoryLimits } from './memory.ts';
import { countPoints } from './points.ts';
import type { LimitsPort, Slots } from '../../ports/limits.ts';

interface LimitsLog {
  warn(details: object, message: string): void;
}

export interface RedisLimitsOptions {
  /** As `redis://host:6379/0`. */
  readonly url: string;
  readonly log: LimitsLog;
  /** Milliseconds; what Redis does not answer within counts as not reached. */
  readonly answerWithin?: number;
}

export interface RedisLimits extends LimitsPort {
  /** Keeps the slots of this instance for another lease; also happens by itself. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** All keys of this product begin with it: one Redis may serve others too. */
const prefix = 'atrium:limits';
/** Milliseconds after which the slots of an instance that has died are free. */
const lease = 60_000;

/** The answers of one transaction, in the order of its commands. */
const answersOf = async (transaction: ChainableCommander): Promise<unknown[]> => {
  const answers = (await transaction.exec()) ?? [];
  return answers.map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
};

/** A connection that reports once when it is lost; `shared` does its work `otherwise` while it is. */
const connect = ({ url, log, answerWithin = 1000 }: RedisLimitsOptions) => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerWithin,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  let reached = true;
  const report = (error: unknown) => {
    if (reached) log.warn({ err: error }, 'Redis cannot be reached: limits are counted by each instance.');
    reached = false;
  };
  redis.on('error', report);
  redis.on('ready', () => {
    reached = true;
  });
  /** The first connection is on its way when the first limit is asked for. */
  const begun = new Promise<void>((resolve) => {
    // Each failure is reported where Redis is used.
    redis.once('ready', resolve).once('error', () => resolve());
  });
  const shared = async <T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      await begun;
      return await work();
    } catch (error) {
      report(error);
      return otherwise();
    }
  };

  return { redis, shared, report };
};

/** Slots that are held for a lease, and renewed as long as this instance lives. */
const createSlots = (redis: Redis, report: (error: unknown) => void) => {
  const held = new Map<string, Set<string>>();

  /** Milliseconds by the clock of Redis: those of instances differ. */
  const clock = async (): Promise<number> => {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  };

  const renew = async (): Promise<void> => {
    if (held.size === 0) return;
    const until = (await clock()) + lease;
    const transaction = redis.multi();
    for (const [set, slots] of held) {
      // Only what is still there: a slot that was given back stays free.
      for (const slot of slots) transaction.zadd(set, 'XX', until, slot);
      transaction.pexpire(set, lease);
    }
    await answersOf(transaction);
  };
  const renewing = setInterval(() => void renew().catch(report), lease / 3);
  renewing.unref();

  const release = (set: string, slot: string) => {
    const slots = held.get(set);
    if (!slots?.delete(slot)) return;
    if (slots.size === 0) held.delete(set);
    redis.zrem(set, slot).catch(report);
  };

  const occupy = async ({ name, count }: Slots, key: string): Promise<(() => void) | undefined> => {
    const set = `${prefix}:${name}:${key}`;
    const slot = randomUUID();
    const now = await clock();
    const transaction = redis
      .multi()
      .zremrangebyscore(set, '-inf', now)
      .zadd(set, now + lease, slot)
      .zcard(set)
      .pexpire(set, lease);
    const [, , occupied] = await answersOf(transaction);
    if (Number(occupied) > count) {
      await redis.zrem(set, slot);
      return undefined;
    }
    held.set(set, (held.get(set) ?? new Set()).add(slot));
    return () => release(set, slot);
  };

  return { occupy, renew, stop: () => clearInterval(renewing) };
};

/**
 * Limits that all instances on one Redis share. An instance that cannot reach it counts by itself until it can: a limit
 * is there to slow somebody down, and no reason to refuse everybody.
 */
export const createRedisLimits = (options: RedisLimitsOptions): RedisLimits => {
  const { redis, shared, report } = connect(options);
  const { occupy, renew, stop } = createSlots(redis, report);
  const alone = createMemoryLimits();
  const counted = countPoints(
    ({ name, points, seconds }) =>
      new RateLimiterRedis({ storeClient: redis, keyPrefix: `${prefix}:${name}`, points, duration: seconds }),
  );

  return {
    consume: (limit, key) =>
      shared(
        () => counted.consume(limit, key),
        () => alone.consume(limit, key),
      ),
    clear: (limit, key) =>
      shared(
        () => counted.clear(limit, key),
        () => alone.clear(limit, key),
      ),
    occupy: (slots, key) =>
      shared(
        () => occupy(slots, key),
        () => alone.occupy(slots, key),
      ),
    renew,
    async close() {
      stop();
      redis.disconnect();
    },
  };
};
