import { Client, Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testing/app.ts';
import type { Change, ChangeFeed } from '../../ports/change-feed.ts';
import { createPostgresFeed } from './postgres.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
const ends: (() => Promise<unknown>)[] = [];

const client = async () => {
  const one = new Client(database.connection);
  one.on('error', () => undefined);
  await one.connect();
  ends.push(() => one.end());
  return one;
};
const open = async () => {
  const changes: Change[] = [];
  const lost: string[] = [];
  const feed: ChangeFeed = createPostgresFeed({
    connection: database.connection,
    pool,
    log: { warn: () => undefined },
  });
  await feed.start((batch) => (batch.changes ? changes.push(...batch.changes) : lost.push(batch.position)));
  ends.push(() => feed.close());
  const ids = () => changes.flatMap((change) => change.ids);
  return { feed, changes, lost, ids };
};
const addMemory = (id: string, on: Pick<Client, 'query'> = pool) =>
  on.query("insert into memories (id, user_id, memory) values ($1, 'ada', 'Drinks tea.')", [id]);

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool(database.connection);
  pool.on('error', () => undefined).on('connect', (one) => one.on('error', () => undefined));
  await pool.query("insert into users (id, email, first_name, last_name) values ('ada', 'ada@x.test', 'Ada', 'L')");
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await pool.end();
  await database.drop();
});

describe('the feed of changes in PostgreSQL', () => {
  it('tells what is committed, with whose it is', async () => {
    const { changes } = await open();
    await addMemory('m1');
    await vi.waitFor(() => expect(changes).toEqual([{ audience: 'person:ada', kind: 'memories', ids: ['m1'] }]));
  });

  it('tells nothing before the commit, and nothing of what was rolled back', async () => {
    const { ids } = await open();
    const [kept, undone] = [await client(), await client()];
    for (const one of [kept, undone]) await one.query('begin');
    await addMemory('kept', kept);
    await addMemory('undone', undone);
    await addMemory('between');
    await vi.waitFor(() => expect(ids()).toEqual(['between']));
    await undone.query('rollback');
    await kept.query('commit');
    await vi.waitFor(() => expect(ids()).toEqual(['between', 'kept']));
    await addMemory('last');
    await vi.waitFor(() => expect(ids()).toEqual(['between', 'kept', 'last']));
  });

  it('tells each once, whatever order transactions begin and end in', async () => {
    const { ids } = await open();
    const writers = await Promise.all(Array.from({ length: 6 }, client));
    const names = Array.from({ length: 60 }, (_, at) => `n${String(at).padStart(2, '0')}`);
    await Promise.all(
      writers.map(async (writer, at) => {
        for (const name of names.filter((_, turn) => turn % writers.length === at)) {
          await writer.query('begin');
          await addMemory(name, writer);
          // The longer ones are overtaken by many.
          await writer.query('select pg_sleep($1)', [at / 100]);
          await writer.query('commit');
        }
      }),
    );
    await vi.waitFor(() => expect(ids()).toHaveLength(names.length));
    expect(ids().toSorted()).toEqual(names);
  });

  it('says what was missed between two positions, to those whom it concerns', async () => {
    const { feed, ids } = await open();
    const open1 = await client();
    await open1.query('begin');
    await addMemory('overtaken', open1);
    const from = feed.position;
    await addMemory('m1');
    await vi.waitFor(() => expect(ids()).toEqual(['m1']));
    const between = feed.position;
    await open1.query('commit');
    await addMemory('m2');
    await vi.waitFor(() => expect(ids().toSorted()).toEqual(['m1', 'm2', 'overtaken']));
    const missed = async (first: string, last: string, whom = 'person:ada') =>
      (await feed.between([whom], first, last))?.flatMap((change) => change.ids);
    expect(await missed(from, between)).toEqual(['m1']);
    expect((await missed(between, feed.position))?.toSorted()).toEqual(['m2', 'overtaken']);
    expect((await missed(from, feed.position))?.toSorted()).toEqual(['m1', 'm2', 'overtaken']);
    expect(await missed(from, feed.position, 'person:bob')).toEqual([]);
  });

  it('does not know what came after a position that is too old, of elsewhere, or none', async () => {
    const { feed } = await open();
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

  it('loses nothing with its connection', async () => {
    const { ids, lost } = await open();
    for (let round = 0; round < 3; round += 1) {
      await addMemory(`before-${round}`);
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query not like 'insert%'`,
      );
      await addMemory(`after-${round}`);
    }
    await vi.waitFor(() => expect(ids()).toHaveLength(6), { timeout: 10_000 });
    expect(lost).toEqual([]);
  });

  it('tells one row for what one statement changes, however many', async () => {
    const { changes } = await open();
    await pool.query(
      "insert into memories (id, user_id, memory) select 'm' || n, 'ada', 'Tea' from generate_series(1, 500) n",
    );
    await pool.query("delete from memories where id in ('m1', 'm2')");
    await vi.waitFor(() => expect(changes).toHaveLength(2));
    // Too many to name: all of them may have changed.
    expect(changes.map(({ ids }) => ids.toSorted())).toEqual([[], ['m1', 'm2']]);
  });
});
