import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { eq, max } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent, ModelPort } from '../../ports/model.ts';
import { type Database, openDatabase, schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { withoutAttachments } from '../../testing/without-attachments.ts';
import { createUser } from '../../testing/users.ts';
import { type ReplyHub, startReplyHub } from './hub.ts';
import { sendPrompt } from './send.ts';
import type { ErrorLog } from '../../log.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

const { messages, replySegments } = schema;

/** A model that emits what the test passes to it, when it does. */
const createPuppet = () => {
  const emitted: (ModelEvent | Error | 'end')[] = [];
  let more = Promise.withResolvers<void>();
  let stopped = false;
  const emit = (...events: (ModelEvent | Error | 'end')[]) => {
    emitted.push(...events);
    more.resolve();
  };
  const model: ModelPort = {
    label: 'Puppet',
    async *reply(_request, signal) {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      for (let index = 0; ; index += 1) {
        while (index >= emitted.length) {
          more = Promise.withResolvers<void>();
          await more.promise;
        }
        const event = emitted[index]!;
        if (event === 'end') return;
        if (event instanceof Error) throw event;
        yield event;
      }
    },
    name: async () => '',
    improve: async () => '',
  };
  return {
    model,
    emit,
    words: (...words: string[]) => emit(...words.map((text) => ({ type: 'text' as const, text }))),
    stopped: () => stopped,
  };
};

let database: Database;
let test: Awaited<ReturnType<typeof createTestDatabase>>;
let userId: string;
const hubs: ReplyHub[] = [];
const free = () => undefined;
const quiet = { warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { max: 10, onError: () => undefined });
  userId = (await createUser(database.db)).id;
});
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.close()));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const startHub = async (
  model: ModelPort,
  more: {
    limit?: number;
    grace?: number;
    silence?: number;
    log?: ErrorLog;
    pool?: Database['pool'];
    flushEvery?: number;
  } = {},
): Promise<ReplyHub> => {
  const { pool, connection } = database;
  const hub = await startReplyHub({ pool, connection, model, log: quiet, flushEvery: 10, ...more });
  hubs.push(hub);
  return hub;
};
const send = (hub: ReplyHub) =>
  sendPrompt(
    database.db,
    hub,
    { id: userId, firstName: 'Ada', booktAdmin: false },
    { prompt: 'Hi' },
    async () => free,
    withoutAttachments,
  );
const stored = async (id: string) => (await database.db.select().from(messages).where(eq(messages.id, id)))[0]!;

/** Reads until `until` is true for what was read, or to the end. */
const read = async (hub: ReplyHub, id: string, after = 0, until = (_items: ReplyItem[]) => false) => {
  const items: ReplyItem[] = [];
  for await (const batch of hub.follow(id, after, new AbortController().signal)) {
    items.push(...batch);
    if (until(items)) break;
  }
  return items;
};
const textOf = (items: readonly ReplyItem[]) =>
  items.reduce(
    (text, item) => (item.type === 'text' ? text + item.text : item.type === 'textFinal' ? item.text : text),
    '',
  );
const ended = (items: readonly ReplyItem[]) => items.at(-1);

describe('the reply hub', () => {
  it('replays after a sequence number and follows to the end', async () => {
    const { model, emit, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('one ', 'two ');
    const first = await read(hub, id, 0, (items) => textOf(items) === 'one two ');
    const remaining = read(hub, id, first.at(-2)!.seq);
    words('three');
    emit('end');
    expect((await remaining).map((item) => [item.seq, item.type === 'text' ? item.text : item.type])).toEqual([
      [5, 'two '],
      [6, 'three'],
      [7, 'end'],
    ]);
    expect(await stored(id)).toMatchObject({
      content: 'one two three',
      pending: false,
      failed: false,
      leaseOwner: null,
    });
  });

  it('is complete with only an agent, and failed with nothing', async () => {
    const { model, emit } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    const agent = { title: 'Letters', instruction: 'Answer politely.' };
    emit({ type: 'function', function: 'agentCreator', agent }, 'end');
    expect(ended(await read(hub, id))).toMatchObject({ type: 'end', outcome: 'complete' });
    expect(await stored(id)).toMatchObject({ content: '', failed: false, context: JSON.stringify(agent) });
    const empty = createPuppet();
    empty.emit({ type: 'system', text: 'Looking' }, 'end');
    const silent = await startHub(empty.model);
    expect(ended(await read(silent, await send(silent)))).toMatchObject({ type: 'end', outcome: 'failed' });
  });

  it('is followed from another instance on the same database, event for event', async () => {
    const { model, emit, words } = createPuppet();
    const [here, there] = [await startHub(model), await startHub(createPuppet().model)];
    const id = await send(here);
    const local = read(here, id);
    const remote = read(there, id);
    for (let index = 0; index < 200; index += 1) {
      words(`word${index} `);
      if (index % 50 === 0) await read(there, id, 0, (items) => textOf(items).includes(`word${index} `));
    }
    emit({ type: 'thought', text: 'Done.' }, 'end');
    expect(await remote).toEqual(await local);
    expect(ended(await remote)).toMatchObject({ type: 'end', outcome: 'complete' });
  });

  it('knows on every instance what a pending message says so far', async () => {
    const { model, emit, words } = createPuppet();
    const [here, there] = [await startHub(model), await startHub(createPuppet().model)];
    const id = await send(here);
    emit({ type: 'system', text: 'Looking' });
    await read(there, id, 0, (items) => items.some(({ type }) => type === 'system'));
    expect(await there.draft(id)).toMatchObject({ content: '', loadingText: 'Looking', modal: 'Puppet' });
    words('so far');
    await read(there, id, 0, (items) => textOf(items) === 'so far');
    const draft = { content: 'so far', loadingText: undefined };
    expect([await here.draft(id), await there.draft(id)]).toMatchObject([draft, draft]);
  });

  it('sends a late follower of any instance the whole message', async () => {
    const { model, emit, words } = createPuppet();
    // Nothing is stored before the end, because a segment in flight could be written after the deletion.
    const hub = await startHub(model, { flushEvery: 60_000 });
    const id = await send(hub);
    words('all');
    emit({ type: 'citations', urls: ['https://a.test/'] }, 'end');
    await read(hub, id);
    await database.db.delete(replySegments).where(eq(replySegments.messageId, id));
    const late = await read(hub, id);
    expect(late.map(({ seq }) => seq)).toEqual(late.map((_, index) => index + 1));
    expect(late).toMatchObject([
      { type: 'chatId' },
      { type: 'id', id },
      { type: 'modal', modal: 'Puppet' },
      { type: 'citations', urls: ['https://a.test/'] },
      { type: 'textFinal', text: 'all' },
      { type: 'end', outcome: 'complete' },
    ]);
  });

  it('ends for a follower that fell so far behind that memory and segments no longer have its next event', async () => {
    const { model, emit, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    const follower = hub.follow(id, 0, new AbortController().signal);
    await follower.next();
    const all = Array.from({ length: 6000 }, (_, index) => `${index} `);
    words(...all);
    const segments = database.db.select({ seq: max(replySegments.lastSeq) }).from(replySegments);
    const lastSegment = async () => (await segments.where(eq(replySegments.messageId, id)))[0]?.seq;
    // The words come after three other events.
    await expect.poll(lastSegment).toBe(all.length + 3);
    emit('end');
    await read(hub, id, 6000);
    await database.db.delete(replySegments).where(eq(replySegments.messageId, id));
    const rest: ReplyItem[] = [];
    for await (const batch of follower) rest.push(...batch);
    expect(textOf(rest)).toBe(all.join(''));
    expect(ended(rest)).toMatchObject({ type: 'end', outcome: 'complete' });
  });

  it('ends a stopped reply with its text, and the model’s work, even of a model that does not listen', async () => {
    const { model, words, stopped } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('so far');
    await read(hub, id, 0, (items) => textOf(items) === 'so far');
    await hub.stop(id);
    expect(stopped()).toBe(true);
    expect(await stored(id)).toMatchObject({ content: 'so far', pending: false, failed: false, stopped: true });
    expect(ended(await read(hub, id))).toMatchObject({ type: 'end', outcome: 'stopped' });
  });

  it('stops a reply that runs on another instance', async () => {
    const { model, words } = createPuppet();
    const [here, there] = [await startHub(model), await startHub(createPuppet().model)];
    const id = await send(here);
    words('so far');
    await read(there, id, 0, (items) => textOf(items) === 'so far');
    await there.stop(id);
    expect(ended(await read(there, id))).toMatchObject({ type: 'end', outcome: 'stopped' });
    expect(await stored(id)).toMatchObject({ content: 'so far', stopped: true, failed: false });
  });

  it('keeps the partial text of a reply whose model breaks off', async () => {
    const { model, emit, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('half a ');
    emit(new Error('Gone.'));
    expect(ended(await read(hub, id))).toMatchObject({ type: 'end', outcome: 'failed' });
    expect(await stored(id)).toMatchObject({ content: 'half a ', pending: false, failed: true });
  });

  it('stores and reports why a model did not answer, and logs it in one line without what the provider quotes', async () => {
    const { model, emit } = createPuppet();
    const warnings: object[] = [];
    const hub = await startHub(model, { log: { ...quiet, warn: (details) => warnings.push(details) } });
    const id = await send(hub);
    emit(new ModelFailure('misconfigured', 'The model answered 401: no such key “sk-secret”.'));
    expect(ended(await read(hub, id))).toMatchObject({ type: 'end', outcome: 'failed', failure: 'misconfigured' });
    expect(await stored(id)).toMatchObject({ failed: true, failure: 'misconfigured' });
    const [late] = (await read(hub, id, 99)).slice(-1);
    expect(late).toMatchObject({ type: 'end', failure: 'misconfigured' });
    expect(warnings).toMatchObject([
      {
        failure: 'misconfigured',
        model: model.label,
        message: 'The model answered 401: no such key ….',
        messageId: id,
      },
    ]);
  });

  it('fails an empty reply, and one that takes too long', async () => {
    const silent = createPuppet();
    silent.emit('end');
    const hub = await startHub(silent.model);
    expect(ended(await read(hub, await send(hub)))).toMatchObject({ outcome: 'failed' });

    const endless = createPuppet();
    endless.words('and ');
    const impatient = await startHub(endless.model, { limit: 30 });
    const id = await send(impatient);
    expect(ended(await read(impatient, id))).toMatchObject({ outcome: 'failed' });
    expect(await stored(id)).toMatchObject({ content: 'and ', failed: true });
  });

  it('fails a reply whose model stops sending, and keeps its text', async () => {
    const { model, words, stopped } = createPuppet();
    const hub = await startHub(model, { silence: 30 });
    const id = await send(hub);
    words('Half a ');
    expect(ended(await read(hub, id))).toMatchObject({ outcome: 'failed' });
    expect(await stored(id)).toMatchObject({ content: 'Half a ', failed: true, pending: false });
    expect(stopped()).toBe(true);
  });

  it('stores whatever characters a model sends', async () => {
    const { model, emit, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('a\0b', '\u{1F600}', '\uD83D', ' {"\\u0000"}');
    emit('end');
    expect(ended(await read(hub, id))).toMatchObject({ outcome: 'complete' });
    expect((await stored(id)).content).toBe('ab\u{1F600}\uFFFD {"\\u0000"}');
  });

  it('stores whatever characters are in what else a model makes, and delays no other reply', async () => {
    const { model, emit, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('Done.');
    emit({ type: 'function', function: 'agentCreator', agent: { title: 'a\uD83D', instruction: 'b\0' } });
    emit('end');
    const items = await read(hub, id);
    expect(ended(items)).toMatchObject({ outcome: 'complete' });
    expect(items).toContainEqual(expect.objectContaining({ agent: { title: 'a\uFFFD', instruction: 'b' } }));
    expect(await stored(id)).toMatchObject({ pending: false, failed: false });
  });

  it('does not change the replies of running instances when it sweeps', async () => {
    const { model, words, emit } = createPuppet();
    const [here, there] = [await startHub(model), await startHub(createPuppet().model)];
    const id = await send(here);
    expect(await there.sweep()).toBe(0);
    words('alive');
    emit('end');
    expect(ended(await read(here, id))).toMatchObject({ outcome: 'complete' });
  });

  it('shows that it lives while its replies keep every connection busy', async () => {
    const busy = openDatabase(test.connection, { max: 1, onError: () => undefined });
    const hub = await startHub(createPuppet().model, { pool: busy.pool });
    const client = await busy.pool.connect();
    const heartbeat = `select heartbeat > now() - interval '1 minute' as recent from reply_hubs where id = $1`;
    const isRecent = async () =>
      (await database.pool.query<{ recent: boolean }>(heartbeat, [hub.id])).rows.map(({ recent }) => recent);
    await database.pool.query(`update reply_hubs set heartbeat = now() - interval '1 hour' where id = $1`, [hub.id]);
    await expect.poll(isRecent).toEqual([true]);
    client.release();
    await hub.close();
    hubs.pop();
    await busy.close();
  });

  it('has time to reconnect when its connection is lost, and receives stops again', async () => {
    const { model, words, emit } = createPuppet();
    const [here, there] = [
      await startHub(model, { grace: 60_000 }),
      await startHub(createPuppet().model, { grace: 60_000 }),
    ];
    const id = await send(here);
    const holder = `select l.pid from pg_locks l join reply_hubs h on h.lock_key = l.objid::bigint
      where l.locktype = 'advisory' and l.objsubid = 2 and h.id = $1`;
    const pids = async () => (await database.pool.query<{ pid: number }>(holder, [here.id])).rows.map(({ pid }) => pid);
    const [lost] = await pids();
    await database.pool.query('select pg_terminate_backend($1)', [lost]);
    expect(await there.sweep()).toBe(0);
    await expect.poll(pids).not.toContain(lost);
    await expect.poll(pids).toHaveLength(1);
    words('so far');
    await read(there, id, 0, (items) => textOf(items) === 'so far');
    await there.stop(id);
    expect(ended(await read(there, id))).toMatchObject({ outcome: 'stopped' });
    emit('end');
  });

  it('fails, when it sweeps, a message that no instance owns, and notifies its followers', async () => {
    const hub = await startHub(createPuppet().model);
    const chatId = newId();
    await database.db.insert(schema.chats).values({ id: chatId, userId });
    const [orphan] = await database.db
      .insert(messages)
      .values({
        chatId,
        userId,
        prompt: 'Hi',
        pending: true,
        leaseOwner: newId(),
        leaseUntil: new Date(Date.now() + 60_000),
      })
      .returning();
    const following = read(hub, orphan!.id);
    await hub.sweep();
    expect(ended(await following)).toMatchObject({ type: 'end', outcome: 'failed' });
    expect(await stored(orphan!.id)).toMatchObject({ pending: false, failed: true });
  });

  it('ends its replies as failed with their text when it closes', async () => {
    const { model, words } = createPuppet();
    const hub = await startHub(model);
    const id = await send(hub);
    words('so far');
    await read(hub, id, 0, (items) => textOf(items) === 'so far');
    await hub.close();
    hubs.splice(0);
    expect(await stored(id)).toMatchObject({ content: 'so far', pending: false, failed: true });
  });
});
