import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDemoModel } from '../../local/demo/model/demo.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import { type Database, openDatabase, schema } from '../../db/database.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { quickly } from '../../testing/quickly.ts';
import { createUser } from '../../testing/users.ts';
import { type ReplyHub, startReplyHub } from './hub.ts';

const { messages, replySegments } = schema;
const script = `${import.meta.dirname}/../../testing/replying-process.ts`;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let userId: string;
const hubs: ReplyHub[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { onError: () => undefined });
  userId = (await createUser(database.db)).id;
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(hubs.splice(0).map((hub) => hub.close()));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const startReplying = async () => {
  const child = spawn(process.execPath, [quickly, script, JSON.stringify({ connection: test.connection, userId })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [id] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, id };
};
const startHub = async () => {
  const { pool, connection } = database;
  const hub = await startReplyHub({
    pool,
    connection,
    model: createDemoModel({ objects: {} as ObjectStore, tokensPerSecond: 0 }),
    log: { warn: () => undefined, error: () => undefined },
  });
  hubs.push(hub);
  return hub;
};
const stored = async (id: string) => (await database.db.select().from(messages).where(eq(messages.id, id)))[0]!;
const segmentsOf = (id: string) => database.db.$count(replySegments, eq(replySegments.messageId, id));

describe('a process that is killed in the middle of a reply', () => {
  it('leaves a failed message with its partial text, as soon as another one starts', async () => {
    const { child, id } = await startReplying();
    await expect.poll(() => segmentsOf(id)).toBeGreaterThan(2);
    expect(await stored(id)).toMatchObject({ pending: true, content: '' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    // PostgreSQL may need a moment to notice that its client is gone.
    const locks = `select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await database.pool.query(locks)).rowCount).toBe(0);
    await startHub();
    const message = await stored(id);
    expect(message).toMatchObject({ pending: false, failed: true, stopped: false, modal: 'Demo model' });
    expect(message.content).toMatch(/^\*This is Atrium/);
  });

  it('is detected by an instance that runs beside it, whose followers receive the end', async () => {
    const hub = await startHub();
    const { child, id } = await startReplying();
    const following = Array.fromAsync(hub.follow(id, 0, new AbortController().signal));
    await expect.poll(() => segmentsOf(id)).toBeGreaterThan(2);
    expect(await hub.sweep()).toBe(0);
    child.kill('SIGKILL');
    const items = (await following).flat();
    expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'failed' });
    expect(await stored(id)).toMatchObject({ pending: false, failed: true });
  });
});
