import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { compileCache } from '../../adapters/compile-cache.ts';
import { newId } from '../../db/id.ts';
import { objects, passageVectors } from '../../db/schema/files.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile, zipOf } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';
import { named, upload, type Uploaded } from '../../testing/files/upload.ts';
import { quickly } from '../../testing/quickly.ts';
import { openFile, sealFiles } from './open-files.ts';

/** The last request to a model with a document, and the callers that wait for delayed vectors. */
let prompted = '';
let waiting: (() => void)[] | undefined;
const server = createServer(async (request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this test sends requests to it
  const { input, messages = [] } = (await json(request)) as {
    readonly input?: readonly string[];
    readonly messages?: readonly { readonly content: string }[];
  };
  if (input && waiting) await new Promise<void>((resolve) => waiting!.push(resolve));
  prompted = messages.map(({ content }) => content).find((content) => content.includes('<document')) ?? prompted;
  const body = input
    ? { data: input.map((_, index) => ({ index, embedding: [1, 0.5] })) }
    : { choices: [{ message: { content: 'Yes.' }, finish_reason: 'stop' }] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

let test: TestApp;
let client: TestClient;
let userId: string;
let env: Record<string, string>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const entry = { label: 'E', provider: 'openai-compatible', baseUrl, streams: false };
  env = {
    ATRIUM_ORIGIN: 'http://atrium.test',
    MODEL_DOCUMENT_CHARACTERS: '6000',
    ATRIUM_SENDS_PER_MINUTE: '0',
    ATRIUM_MODELS: JSON.stringify([
      { ...entry, id: 'c', name: 'chat', for: ['chat'] },
      { ...entry, id: 's', name: 'secure', for: ['secure'] },
      { ...entry, id: 'e', name: 'embed', for: ['secure', 'embeddings'] },
    ]),
  };
  test = await createTestApp({ env });
});
beforeEach(async () => {
  waiting = undefined;
  const user = await test.createUser({ premium: true, booktAdmin: true });
  [userId, client] = [user.id, test.as(user)];
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

const paragraphs = Array.from({ length: 80 }, (_, at) => `Paragraph ${at} tells of bees and flowers. `.repeat(10));
const report = paragraphs.toSpliced(60, 0, 'The escrow account was opened in Zurich.').join('\n\n');
const addFile = () => upload(client, 'report.txt', 'text/plain', report);
const send = async (input: object, files: readonly Uploaded[] = []) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'See', files: files.map(named), ...input });
  await test.services.background.settled();
  return items.find((item) => item.type === 'chatId')!.chatId;
};
const openRows = async ({ key }: Uploaded) => {
  const { rows } = await test.db.execute<{ count: number }>(sql`
    select count(position)::int as count from open_files left join open_passages on file = number
    where key = ${key} group by number`);
  return rows.map(({ count }) => count);
};
const isOpen = async (file: Uploaded) => (await openRows(file)).length > 0;
const isSecured = async ({ key }: Uploaded) =>
  (await test.db.select().from(objects).where(eq(objects.key, key)))[0]!.secured;

it('is searched by the database, once a file was sent in parts in an open chat, and deleted with it', async () => {
  const [file, changed] = [await addFile(), await addFile()];
  expect(await isOpen(file)).toBe(false);
  const id = await send({}, [file]);
  expect(await openRows(file)).toEqual([expect.any(Number)]);
  await send({ id, prompt: 'Where was the escrow account opened?' });
  expect(prompted).toContain('opened in Zurich');
  const other = await send({}, [changed]);
  await test.db.execute(sql`
    update open_passages set words = '' from open_files where number = file and key = ${changed.key} and position > 20`);
  await send({ id: other, prompt: 'Where was the escrow account opened?' });
  expect(prompted).not.toContain('opened in Zurich');
  await test.services.objects.remove(file.key);
  expect(await openRows(file)).toEqual([]);
});

const withoutId = ({ name, type, url }: Uploaded) => ({ name, type, url });
const createAgent = async (file: Uploaded): Promise<string> => {
  const agent = { title: 'Clerk', instruction: '', files: [withoutId(file)] };
  const { body } = await client.call(calls.agents.createEditAgent, agent);
  return body.flow!._id;
};
/** Ways in which a file gets into an open chat and then into a secure one. */
const ways: Readonly<Record<string, (file: Uploaded, secured: () => Promise<void>) => Promise<unknown>>> = {
  'it is sent in one': async (file, secured) => {
    await send({}, [file]);
    await secured();
    await send({ secureMode: true }, [file]);
  },
  'its chat becomes one': async (file, secured) => {
    const id = await send({}, [file]);
    await secured();
    await send({ id, secureMode: true });
  },
  'a chat becomes one that has it in another branch': async (file, secured) => {
    const id = await send({ prompt: 'Hello' });
    await send({ id }, [file]);
    const { body } = await client.call(calls.chat.getChat, { chatId: id });
    await secured();
    const last = body.messages.toSorted((a, b) => (a._id < b._id ? 1 : -1))[0]!._id;
    await send({ id, replaces: last, secureMode: true, prompt: 'Without it' });
  },
  'an agent takes it along': async (file, secured) => {
    const flowId = await createAgent(file);
    await send({ flowId });
    await secured();
    await send({ flowId, secureMode: true });
  },
  'a collection takes it along': async (file, secured) => {
    const tagId = (await client.call(calls.tags.createEditTag, { name: 'Thesis' })).body.tag!._id;
    await client.call(calls.tags.editTagContext, { tagId, instruction: '', files: [withoutId(file)] });
    await send({ tagId });
    await secured();
    await send({ tagId, secureMode: true });
  },
  'it is imported with one': async (file, secured) => {
    const id = await send({}, [file]);
    const { body } = await client.call(calls.chat.getChat, { chatId: id });
    await secured();
    const texts = Object.entries(unzipSync(await exportOf(test, client))).map(([name, bytes]) => {
      const text = Buffer.from(bytes).toString();
      const others = [id, ...body.messages.map(({ _id }) => _id)].reduce(
        (all, one) => all.replaceAll(one, newId()),
        text.replaceAll(/"secure": ?false/g, '"secure":true'),
      );
      return [name, name.endsWith('.json') || name.endsWith('.jsonl') ? others : bytes] as const;
    });
    await importFile(test, client, zipOf(Object.fromEntries(texts)));
  },
};

it.each(Object.entries(ways))(
  'is deleted once a secure chat uses the file, and never created again: %s',
  async (_, way) => {
    const file = await addFile();
    await way(file, async () => expect([await isOpen(file), await isSecured(file)]).toEqual([true, false]));
    expect([await isOpen(file), await isSecured(file)]).toEqual([false, true]);
    const id = await send({}, [file]);
    await send({ id, prompt: 'Where was the escrow account opened?' });
    expect(prompted).toContain('opened in Zurich');
    expect(await isOpen(file)).toBe(false);
  },
);

it('is not created for a secure chat, nor for a temporary one', async () => {
  for (const more of [{ secureMode: true }, { temporary: true }]) {
    const file = await addFile();
    await send(more, [file]);
    expect(await test.db.select().from(passageVectors).where(eq(passageVectors.key, file.key))).toHaveLength(1);
    expect(await isOpen(file)).toBe(false);
  }
});

/** Another instance that prepares a file, as after the message of an open chat. */
const startInstance = async (key: string) => {
  const { connection } = test.services.database;
  const secret = { ATRIUM_DATA: test.config.dataFolder, ATRIUM_SECRET_KEY: 'a secret of all test apps' };
  const order = { connection, env: { ...env, ...secret }, userId, keys: [key] };
  const script = `${import.meta.dirname}/../../testing/working-process.ts`;
  const child: ChildProcess = spawn(process.execPath, [quickly, script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...compileCache() },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'ready' });
  child.stdin!.write('go\n');
  return { done: async () => expect(await lines.next()).toMatchObject({ value: 'done' }) };
};

it('is deleted if a secure message arrives while another instance still embeds the file for an open one', async () => {
  const file = await addFile();
  await createAgent(file);
  waiting = [];
  const other = await startInstance(file.key);
  await expect.poll(() => waiting?.length).toBeGreaterThan(0);
  expect(await isOpen(file)).toBe(true);
  const go = waiting;
  waiting = undefined;
  await send({ secureMode: true }, [file]);
  for (const each of go) each();
  await other.done();
  expect([await isOpen(file), await isSecured(file)]).toEqual([false, true]);
});

it('is not created if a secure chat takes over the file in the meantime, which waits for nothing', async () => {
  const file = await addFile();
  await createAgent(file);
  const before = await test.services.database.pool.connect();
  const { db } = test;
  try {
    await before.query('begin');
    await before.query('update objects set secured = true where key = $1', [file.key]);
    await before.query('delete from open_files where key = $1', [file.key]);
    const opening = openFile(db, file.key);
    const blocked = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`;
    await expect.poll(async () => (await db.execute(blocked)).rows.length).toBe(1);
    await before.query('commit');
    await opening;
  } finally {
    before.release();
  }
  expect(await isOpen(file)).toBe(false);
});

it('is deleted if a secure chat takes over the file just after it was created, but before that was seen', async () => {
  const file = await addFile();
  await createAgent(file);
  const { db } = test;
  const last = await test.services.database.pool.connect();
  try {
    // What was inserted until then is not visible to others.
    await last.query('begin');
    await last.query('select from objects where key = $1 for update', [file.key]);
    const blocked = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const opening = openFile(db, file.key);
    await expect.poll(async () => (await db.execute(blocked)).rows.length).toBe(1);
    const sealing = db.transaction((tx) => sealFiles(tx, [file.key]));
    await expect.poll(async () => (await db.execute(blocked)).rows.length).toBe(2);
    await last.query('commit');
    await Promise.all([opening, sealing]);
  } finally {
    last.release();
  }
  expect([await isOpen(file), await isSecured(file)]).toEqual([false, true]);
});
