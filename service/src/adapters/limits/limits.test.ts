import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { hasRedis, startRedis } from '../../testing/redis.ts';
import { type RespServer, startRespServer } from '../../testing/resp-server.ts';
import { createMemoryLimits } from './memory.ts';
import type { LimitsPort } from '../../ports/limits.ts';
import { createRedisLimits, type RedisLimits } from './redis.ts';

const three = { name: 'three', points: 3, seconds: 60 };
const one = { name: 'one-at-once', count: 1 };
const two = { name: 'two-at-once', count: 2 };

const warned: string[] = [];
const log = { warn: (_: object, message: string) => void warned.push(message) };
beforeEach(() => {
  warned.length = 0;
});

/** Tests for every adapter. */
const limitsIn = (create: () => LimitsPort) => {
  it('allow as many as there are points, and then return how long to wait', async () => {
    const limits = create();
    const [ada, bob] = [newId(), newId()];
    for (let at = 0; at < 3; at += 1) expect(await limits.consume(three, ada)).toBe(0);
    const wait = await limits.consume(three, ada);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await limits.consume(three, bob)).toBe(0);
    expect(await limits.consume({ ...three, name: 'other' }, ada)).toBe(0);
    expect(warned).toEqual([]);
  });

  it('never allow more, however many requests are concurrent', async () => {
    const limits = create();
    const key = newId();
    const waits = await Promise.all(Array.from({ length: 20 }, () => limits.consume(three, key)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it('return all points', async () => {
    const limits = create();
    const key = newId();
    for (let at = 0; at < 4; at += 1) await limits.consume(three, key);
    await limits.clear(three, key);
    expect(await limits.consume(three, key)).toBe(0);
  });

  it('give a slot to as many as there are, and again once one is released', async () => {
    const limits = create();
    const key = newId();
    const [first] = [await limits.occupy(two, key), await limits.occupy(two, key)];
    expect(await limits.occupy(two, key)).toBeUndefined();
    expect(await limits.occupy(two, newId())).toBeDefined();
    first?.();
    first?.();
    await expect.poll(() => limits.occupy(two, key)).toBeDefined();
    expect(await limits.occupy(two, key)).toBeUndefined();
  });

  it('give no more slots than there are, however many requests are concurrent', async () => {
    const limits = create();
    const key = newId();
    const slots = await Promise.all(Array.from({ length: 10 }, () => limits.occupy(two, key)));
    expect(slots.filter((slot) => slot !== undefined)).toHaveLength(2);
  });
};

describe('limits in memory', () => {
  limitsIn(createMemoryLimits);
});

/** This machine's Redis if there is one, and always the stand-in that other tests use. */
const servers = { Redis: hasRedis ? startRedis : startRespServer, 'the stand-in of Redis': startRespServer };

describe.each(Object.entries(servers))('limits in %s', (_, start) => {
  let server: RespServer;
  const opened: RedisLimits[] = [];
  const redis = () => {
    const limits = createRedisLimits({ url: server.url, log, answerWithin: 30_000 });
    opened.push(limits);
    return limits;
  };
  beforeAll(async () => {
    server = await start();
  });
  afterEach(async () => {
    server.down(false);
    await Promise.all(opened.splice(0).map((limits) => limits.close()));
  });
  afterAll(() => server.close());

  limitsIn(redis);

  it('are shared by its instances', async () => {
    const [here, there] = [redis(), redis()];
    const key = newId();
    await Promise.all([here.consume(three, key), there.consume(three, key), here.consume(three, key)]);
    expect(await there.consume(three, key)).toBeGreaterThan(0);
    const free = await here.occupy(two, key);
    await there.occupy(two, key);
    expect(await here.occupy(two, key)).toBeUndefined();
    free?.();
    await expect.poll(() => there.occupy(two, key)).toBeDefined();
  });

  it('end with their time', async () => {
    const limits = redis();
    const key = newId();
    for (let at = 0; at < 4; at += 1) await limits.consume(three, key);
    await server.pass(60_001);
    expect(await limits.consume(three, key)).toBe(0);
  });

  it('free the slots of an instance that has died, and keep those of a running one', async () => {
    const [dying, living] = [redis(), redis()];
    const [ofDying, ofLiving] = [newId(), newId()];
    await dying.occupy(one, ofDying);
    await living.occupy(one, ofLiving);
    await server.pass(40_000);
    await living.renew();
    await server.pass(30_000);
    expect(await living.occupy(one, ofDying)).toBeDefined();
    expect(await living.occupy(one, ofLiving)).toBeUndefined();
  });

  it('are counted by each instance while Redis is unreachable, which is reported once, and then shared again', async () => {
    const limits = redis();
    const key = newId();
    expect(await limits.consume(three, key)).toBe(0);
    server.down(true);
    const alone = await Promise.all(Array.from({ length: 5 }, () => limits.consume(three, key)));
    expect(alone.filter((wait) => wait === 0)).toHaveLength(3);
    expect(await limits.occupy(two, key)).toBeDefined();
    expect(warned).toEqual(['Redis is unreachable: each instance counts limits on its own.']);
    server.down(false);
    for (let at = 0; at < 3; at += 1) await redis().consume(three, key);
    await expect.poll(() => limits.consume(three, key)).toBeGreaterThan(0);
  });
});
