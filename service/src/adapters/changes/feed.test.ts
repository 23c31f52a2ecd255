import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/app.ts';
import { hasRedis, startRedis } from '../../testing/redis.ts';
import { type RespServer, startRespServer } from '../../testing/resp-server.ts';
import type { Change } from '../../ports/change-feed.ts';
import { createPostgresFeed, type PostgresFeedOptions } from './postgres.ts';
import { createRedisSignals } from './redis-signals.ts';
import { type ChangeSignals, createNoSignals } from './signals.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** The pool of the instance that writes. */
let pool: Pool;
const warned: string[] = [];
const log = { warn: (_: object, message: string) => void warned.push(message) };
const ends: (() => unknown)[] = [];

const openPool = (): Pool => {
  const one = new Pool(database.connection);
  one.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  ends.push(() => one.end());
  return one;
};
/** Opens a connection outside of all instances. */
const client = async () => {
  const one = new Client(database.connection);
  one.on('error', () => undefined);
  await one.connect();
  ends.push(() => one.end());
  return one;
};
/** Begins a transaction of the instance that writes. */
const begin = async () => {
  const on = await pool.connect();
  await on.query('begin');
  const end = async (how: 'commit' | 'rollback') => {
    await on.query(how);
    on.release();
  };
  return { on, end };
};
const openFeed = async (signals: ChangeSignals, from: Pool, times: Partial<PostgresFeedOptions> = {}) => {
  const changes: Change[] = [];
  const lost: string[] = [];
  const feed = createPostgresFeed({ connection: database.connection, pool: from, signals, log, ...times });
  await feed.start((batch) => (batch.changes ? changes.push(...batch.changes) : lost.push(batch.position)));
  feed.subscribe();
  ends.push(() => feed.close());
  return { feed, changes, lost, ids: () => changes.flatMap((change) => change.ids) };
};
const addMemory = (id: string, on: Pick<Client, 'query'> = pool) =>
  on.query("insert into memories (id, user_id, memory) values ($1, 'ada', 'Drinks tea.')", [id]);
const closeConnections = async () => {
  const admin = await client();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query not like 'insert%'`,
  );
};

beforeEach(async () => {
  warned.length = 0;
  database = await createTestDatabase();
  pool = openPool();
  await pool.query("insert into users (id, email, first_name, last_name) values ('ada', 'ada@x.test', 'Ada', 'L')");
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await database.drop();
});

/**
 * Tests for every kind of signals. `never` is longer than a test, so that only signals can deliver a change in time.
 */
const never = 600_000;
const feedsBy = (createSignals: () => ChangeSignals, signaled: boolean) => {
  /** Opens an instance that reads, next to the one that writes. */
  const open = async () => {
    const all = [createSignals(), createSignals()] as const;
    const [, reading] = await Promise.all([
      openFeed(all[0], pool, { fallbackPoll: never }),
      openFeed(all[1], openPool(), { fallbackPoll: never }),
    ]);
    for (const one of all) await vi.waitFor(() => expect(one.complete).toBe(signaled));
    return reading;
  };

  it('returns committed changes with the users they concern', async () => {
    const { changes } = await open();
    await addMemory('m1');
    await vi.waitFor(() => expect(changes).toEqual([{ audience: 'person:ada', kind: 'memories', ids: ['m1'] }]));
  });

  it('returns nothing before the commit, and nothing that was rolled back', async () => {
    const { ids } = await open();
    const [lasting, undone] = [await begin(), await begin()];
    await addMemory('lasting', lasting.on);
    await addMemory('undone', undone.on);
    await addMemory('between');
    await vi.waitFor(() => expect(ids()).toEqual(['between']));
    await undone.end('rollback');
    await lasting.end('commit');
    await vi.waitFor(() => expect(ids()).toEqual(['between', 'lasting']));
    await addMemory('last');
    await vi.waitFor(() => expect(ids()).toEqual(['between', 'lasting', 'last']));
  });

  it('returns each change once, in whatever order transactions begin and end', async () => {
    const { ids } = await open();
    const names = Array.from({ length: 60 }, (_, at) => `n${String(at).padStart(2, '0')}`);
    const write = async (turn: number) => {
      const writer = await pool.connect();
      for (const name of names.filter((_, at) => at % 6 === turn)) {
        await writer.query('begin');
        await addMemory(name, writer);
        // Longer transactions are overtaken by many others.
        await writer.query('select pg_sleep($1)', [turn / 100]);
        await writer.query('commit');
      }
      writer.release();
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(write));
    await vi.waitFor(() => expect(ids()).toHaveLength(names.length));
    expect(ids().toSorted()).toEqual(names);
  });

  it('lists the changes between two positions, for the users they concern', async () => {
    const { feed, ids } = await open();
    const earlier = await begin();
    await addMemory('overtaken', earlier.on);
    const from = feed.position;
    await addMemory('m1');
    await vi.waitFor(() => expect(ids()).toEqual(['m1']));
    const between = feed.position;
    await earlier.end('commit');
    await addMemory('m2');
    await vi.waitFor(() => expect(ids().toSorted()).toEqual(['m1', 'm2', 'overtaken']));
    const missed = async (first: string, last: string, whom = 'person:ada') =>
      (await feed.between([whom], first, last))?.flatMap((change) => change.ids);
    expect(await missed(from, between)).toEqual(['m1']);
    expect((await missed(between, feed.position))?.toSorted()).toEqual(['m2', 'overtaken']);
    expect((await missed(from, feed.position))?.toSorted()).toEqual(['m1', 'm2', 'overtaken']);
    expect(await missed(from, feed.position, 'person:bob')).toEqual([]);
  });

  it('loses no change when its connections are lost', async () => {
    const { ids, lost } = await open();
    for (let round = 0; round < 3; round += 1) {
      await addMemory(`before-${round}`);
      await closeConnections();
      await addMemory(`after-${round}`);
    }
    await vi.waitFor(() => expect(ids()).toHaveLength(6));
    expect(lost).toEqual([]);
  });

  it('has reached the last commit once it is refreshed', async () => {
    const { feed, ids } = await open();
    await addMemory('m1', await client());
    await feed.refresh(new AbortController().signal);
    expect(ids()).toEqual(['m1']);
  });
};

describe('the feed of changes by PostgreSQL alone', () => {
  feedsBy(() => createNoSignals(false), false);

  it('needs no lock at commit: nothing notifies', async () => {
    const { rows } = await pool.query("select proname from pg_proc where prosrc like '%pg_notify(%'");
    expect(rows).toEqual([]);
  });

  it('cannot continue from a position that is too old, foreign, or missing', async () => {
    const { feed } = await openFeed(createNoSignals(true), pool);
    const { position } = feed;
    const [name, at, snapshot] = position.split('.') as [string, string, string];
    const old = (Number.parseInt(at, 36) - 24 * 60 * 60 * 1000).toString(36);
    for (const from of [
      '',
      'nonsense',
      `${name}.${old}.${snapshot}`,
      `other.${at}.${snapshot}`,
      `${name}.${at}.9999999:9999999:`,
      `${name}.${at}.1:1:'); drop table users; --`,
    ])
      expect(await feed.between(['person:ada'], from, position)).toBeUndefined();
  });

  it('writes one row for all that one statement changes', async () => {
    const { changes } = await openFeed(createNoSignals(true), pool);
    await pool.query(
      "insert into memories (id, user_id, memory) select 'm' || n, 'ada', 'Tea' from generate_series(1, 500) n",
    );
    await pool.query("delete from memories where id in ('m1', 'm2')");
    await vi.waitFor(() => expect(changes).toHaveLength(2));
    // Without ids, because there are too many: all of them may have changed.
    expect(changes.map(({ ids }) => ids.toSorted())).toEqual([[], ['m1', 'm2']]);
  });

  it('forgets everything after more changes than an instance can store', async () => {
    const { lost, changes } = await openFeed(createNoSignals(true), pool);
    // In one transaction, because the feed polls too and would otherwise read the last change separately.
    const { on, end } = await begin();
    await on.query(
      `insert into changes (audience, kind, ids) select 'person:' || n, 'memories', '{}' from generate_series(1, 10001) n`,
    );
    await addMemory('m1', on);
    await end('commit');
    await vi.waitFor(() => expect(lost).toHaveLength(1));
    await addMemory('m2');
    await vi.waitFor(() => expect(changes.flatMap(({ ids }) => ids)).toEqual(['m2']));
  });

  it('receives changes of its own instance at once, and those that its other processes announce', async () => {
    const times = { fallbackPoll: never };
    const { feed, ids } = await openFeed(createNoSignals(true), pool, times);
    await addMemory('own');
    await vi.waitFor(() => expect(ids()).toEqual(['own']));
    await addMemory('of-its-process', await client());
    feed.announce();
    await vi.waitFor(() => expect(ids()).toEqual(['own', 'of-its-process']));
  });
});

/** This machine's Redis if there is one, and always the stand-in that other tests use. */
const servers = { Redis: hasRedis ? startRedis : startRespServer, 'the stand-in of Redis': startRespServer };

describe.each(Object.entries(servers))('the feed of changes with %s', (_, start) => {
  let server: RespServer;
  beforeAll(async () => {
    server = await start();
  });
  afterEach(() => server.down(false));
  afterAll(() => server.close());
  const signals = () => createRedisSignals({ url: server.url, log, answerWithin: 30_000 });
  const connected = (one: ChangeSignals) => vi.waitFor(() => expect(one.complete).toBe(true));

  feedsBy(signals, true);

  it('queries the database only after a signal, and from time to time: a writer may die before it sends one', async () => {
    const own = signals();
    const { ids } = await openFeed(own, openPool(), { fallbackPoll: 300 });
    await connected(own);
    await addMemory('m1', await client());
    await vi.waitFor(() => expect(ids()).toEqual(['m1']));
  });

  it('polls for changes while Redis is unreachable, reports it once, and then receives signals again', async () => {
    const [own, others] = [signals(), signals()];
    const { ids } = await openFeed(own, openPool(), { fallbackPoll: never });
    await openFeed(others, pool, { fallbackPoll: never });
    await Promise.all([own, others].map(connected));
    server.down(true);
    await vi.waitFor(() => expect(own.complete).toBe(false));
    await addMemory('meanwhile');
    await vi.waitFor(() => expect(ids()).toEqual(['meanwhile']));
    const ofRedis = () => warned.filter((message) => message.startsWith('Redis'));
    // Each instance notices the outage when it tries to reconnect.
    await vi.waitFor(() =>
      expect(ofRedis()).toEqual(
        Array.from({ length: 2 }, () => 'Redis is unreachable: the database is polled for changes.'),
      ),
    );
    server.down(false);
    await Promise.all([own, others].map(connected));
    await addMemory('again');
    await vi.waitFor(() => expect(ids()).toEqual(['meanwhile', 'again']));
  });
});
