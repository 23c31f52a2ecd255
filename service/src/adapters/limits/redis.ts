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
  /** Such as `redis://host:6379/0`. */
  readonly url: string;
  readonly log: LimitsLog;
  /** Milliseconds after which Redis counts as unreachable. */
  readonly answerWithin?: number;
}

export interface RedisLimits extends LimitsPort {
  /** Renews the lease on the slots of this instance. It also happens at intervals. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Prefix of all keys, because other products may use the same Redis. */
const prefix = 'atrium:limits';
/** Milliseconds after which the slots of a crashed instance are free. */
const lease = 60_000;

/** Executes a transaction and returns the answers in the order of its commands. */
const answersOf = async (transaction: ChainableCommander): Promise<unknown[]> => {
  const answers = (await transaction.exec()) ?? [];
  return answers.map(([error, answer]) => {
    if (error) throw error;
    return answer;
  });
};

/** Connects to Redis and logs once when the connection is lost. `shared` falls back to `otherwise` meanwhile. */
const connect = ({ url, log, answerWithin = 1000 }: RedisLimitsOptions) => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerWithin,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  let reached = true;
  const report = (error: unknown) => {
    if (reached) log.warn({ err: error }, 'Redis is unreachable: each instance counts limits on its own.');
    reached = false;
  };
  redis.on('error', report);
  redis.on('ready', () => {
    reached = true;
  });
  /** Resolves when the first connection was made or has failed, so that the first limit waits for it. */
  const attempted = new Promise<void>((resolve) => {
    // A failure is reported when Redis is used.
    redis.once('ready', resolve).once('error', () => resolve());
  });
  const shared = async <T>(work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      await attempted;
      return await work();
    } catch (error) {
      report(error);
      return otherwise();
    }
  };

  return { redis, shared, report };
};

/** Slots with a lease that is renewed while this instance runs. */
const createSlots = (redis: Redis, report: (error: unknown) => void) => {
  const held = new Map<string, Set<string>>();

  /** Milliseconds by Redis's clock, because the clocks of instances differ. */
  const clock = async (): Promise<number> => {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  };

  const renew = async (): Promise<void> => {
    if (held.size === 0) return;
    const until = (await clock()) + lease;
    const transaction = redis.multi();
    for (const [set, slots] of held) {
      // `XX` renews existing members only, so that a released slot stays free.
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
 * Limits that all instances on one Redis share. An instance that cannot reach Redis counts by itself meanwhile, because
 * an outage of Redis must not lock out all users.
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
