import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compileCache } from '../adapters/compile-cache.ts';
import { schema } from '../db/database.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';
import { named, upload } from '../testing/files/upload.ts';
import { quickly } from '../testing/quickly.ts';
import { sideRequestIn } from '../testing/side-request.ts';
import type { WorkOrder } from '../testing/working-process.ts';
import { summarize } from './context/summarize.ts';
import { prepareFiles } from './passages/embed.ts';
import { settleAbandoned } from './replies/sweep.ts';

const { chatSummaries, modelUses, passageVectors, usageReservations } = schema;
const script = `${import.meta.dirname}/../testing/working-process.ts`;
type Work = 'summary' | 'embedding';

/** Per kind of work: the requests to the model, how it answers, and the responses that wait. */
let requests: Work[] = [];
let answers: 'refuse' | 'wait' | 'trickle' | 'well' = 'refuse';
let waiting: (() => void)[] = [];
const summary = 'They spoke of rivers.';
const write = (response: ServerResponse, { status = 200, body }: { status?: number; body: object }) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const chunk = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
const server = createServer(async (request, response) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this test sends requests to it
  const { input, ...body } = (await json(request)) as { readonly input?: readonly string[] };
  const asked = input ? 'embedding' : sideRequestIn(JSON.stringify(body));
  const work = asked === 'embedding' || asked === 'summary' ? asked : undefined;
  const message = (content: string) => ({ choices: [{ message: { content }, finish_reason: 'stop' }] });
  if (work === undefined) return write(response, { body: message(`Yes. ${'word '.repeat(150)}`) });
  requests.push(work);
  if (answers === 'refuse') return write(response, { status: 401, body: { error: { message: 'Wrong key' } } });
  if (answers === 'trickle') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('They spoke'));
    return response;
  }
  if (answers === 'wait') await new Promise<void>((resolve) => waiting.push(resolve));
  return write(response, {
    body: input ? { data: input.map((_, index) => ({ index, embedding: [1, 0.5] })) } : message(summary),
  });
});

let test: TestApp;
let client: TestClient;
let userId: string;
let env: Record<string, string>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an AddressInfo
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const at = { provider: 'openai-compatible', baseUrl, price: { input: 1, output: 2 } };
  const models = [
    { ...at, id: 'c', label: 'Chat', name: 'chat', contextWindow: 4000, maxOutputTokens: 500 },
    { ...at, id: 'e', label: 'Maps', name: 'maps', for: ['embeddings'] },
  ];
  env = {
    ATRIUM_MODELS: JSON.stringify(models),
    ATRIUM_SENDS_PER_MINUTE: '0',
    ATRIUM_ORIGIN: 'http://atrium.test',
    MODEL_DOCUMENT_CHARACTERS: '6000',
  };
  test = await createTestApp({ env });
});
beforeEach(async () => {
  [requests, waiting, answers] = [[], [], 'refuse'];
  await test.db.execute(sql`delete from summary_leases`);
  await test.db.execute(sql`delete from passage_leases`);
  const user = await test.createUser({ premium: true });
  [userId, client] = [user.id, test.as(user)];
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  for (const go of waiting) go();
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

type Order = Pick<WorkOrder, 'messageId' | 'keys'>;
const log = { warn: () => undefined };
const workHere = ({ messageId, keys = [] }: Order) =>
  messageId === undefined
    ? prepareFiles(test.services, { embedder: test.services.embedders.open, user: userId, log, open: true }, keys)
    : summarize(test.services, userId, messageId, log);

/** Another instance on the same database that waits for the signal to start. */
const startInstance = async (order: Order) => {
  const { connection } = test.services.database;
  const secret = { ATRIUM_DATA: test.config.dataFolder, ATRIUM_SECRET_KEY: 'a secret of all test apps' };
  const given = { connection, env: { ...env, ...secret }, userId, ...order };
  const child = spawn(process.execPath, [quickly, script, JSON.stringify(given)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...compileCache() },
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'ready' });
  return {
    begin: () => child.stdin.write('go\n'),
    done: async () => expect(await lines.next()).toMatchObject({ value: 'done' }),
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};
const send = async (input: object) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Hi', ...input });
  const end = items.at(-1);
  return {
    chatId: items.find((item) => item.type === 'chatId')!.chatId,
    messageId: items.find((item) => item.type === 'id')!.id,
    outcome: end?.type === 'end' ? end.outcome : undefined,
  };
};
const text = (at: number) => `Turn ${at} of the river. ${'It runs to the sea. '.repeat(60)}`;
/** An embedder gets twenty of them per request. */
const sentence = (at: number) => `Turn ${at} of the river runs ${'past a field and a town, '.repeat(14)}to the sea.`;
/** The pending work, which a model has refused so far, and how much of it is done. */
const ready: Readonly<Record<Work, () => Promise<{ order: Order; stored: () => Promise<unknown[]>; chatId: string }>>> =
  {
    summary: async () => {
      let last = await send({ prompt: text(0) });
      for (let at = 1; !requests.includes('summary'); at += 1) {
        last = await send({ id: last.chatId, prompt: text(at) });
        await test.services.background.settled();
      }
      const { chatId, messageId } = last;
      const stored = () => test.db.select().from(chatSummaries).where(eq(chatSummaries.chatId, chatId));
      return { order: { messageId }, stored, chatId };
    },
    embedding: async () => {
      const file = await upload(
        client,
        'r.txt',
        'text/plain',
        Array.from({ length: 20 }, (_, at) => sentence(at)).join('\n\n'),
      );
      const { chatId } = await send({ files: [named(file)] });
      await test.services.background.settled();
      const stored = () => test.db.select().from(passageVectors).where(eq(passageVectors.key, file.key));
      return { order: { keys: [file.key] }, stored, chatId };
    },
  };
/** As time would do it. */
const endLeases = async () => {
  for (const table of ['summary_leases', 'passage_leases'])
    await test.db.execute(sql`update ${sql.identifier(table)} set until = now() - interval '1 second'`);
};
const leases = async () => {
  const { rows } = await test.db.execute<{ left: number }>(sql`
    select extract(epoch from until - now())::float8 as left from summary_leases
    union all select extract(epoch from until - now())::float8 from passage_leases`);
  return rows.map(({ left }) => left);
};

/** A summary is completed in steps, each of them whole and once; an embedding in one. */
const expectOnce = async (stored: () => Promise<unknown[]>): Promise<number> => {
  const rows = (await stored()) as { readonly upToId?: string; readonly text?: string }[];
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ upToId }) => upToId)).size).toBe(rows.length);
  for (const { text: written = summary } of rows) expect(written).toBe(summary);
  return rows.length;
};

describe.each<Work>(['summary', 'embedding'])('the %s', (work) => {
  it('is made once if two instances start at once, and recorded once', async () => {
    const { order, stored } = await ready[work]();
    [requests, answers] = [[], 'wait'];
    const other = await startInstance(order);
    other.begin();
    // The second one leaves the work to the first.
    await Promise.any([other.done(), workHere(order)]);
    await expect.poll(() => requests).toEqual([work]);
    expect(await stored()).toEqual([]);
    answers = 'well';
    for (const go of waiting.splice(0)) go();
    await expect.poll(leases).toEqual([]);
    const made = await expectOnce(stored);
    expect(requests).toHaveLength(made);
    const uses = await test.db.select().from(modelUses).where(eq(modelUses.userId, userId));
    expect(uses.filter(({ purpose }) => purpose === work)).toHaveLength(made);
  });

  it('is left complete or not at all by an instance that is killed, and soon made by another one', async () => {
    const { order, stored, chatId } = await ready[work]();
    [requests, answers] = [[], 'wait'];
    const killed = await startInstance(order);
    killed.begin();
    await expect.poll(() => requests).toEqual([work]);
    await killed.kill();
    expect(await stored()).toEqual([]);
    const [left] = await leases();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(30);
    // A message in the meantime is answered as usual and does not start the work again.
    answers = 'well';
    expect((await send({ id: chatId, prompt: 'Go on' })).outcome).toBe('complete');
    await test.services.background.settled();
    expect([requests.filter((one) => one === work), await stored()]).toEqual([[work], []]);
    await endLeases();
    await send({ id: chatId, prompt: 'Go on' });
    await test.services.background.settled();
    const made = await expectOnce(stored);
    // The requests of the killed process are counted as well.
    await test.db.update(usageReservations).set({ expires: new Date(0) });
    await settleAbandoned(test.services.database.pool);
    const uses = await test.db.select().from(modelUses).where(eq(modelUses.userId, userId));
    expect(uses.filter(({ purpose }) => purpose === work)).toHaveLength(made + 1);
  });

  it('delays no reply, however long its model takes', async () => {
    const { chatId, stored } = await ready[work]();
    [requests, answers] = [[], 'wait'];
    await send({ id: chatId, prompt: 'Go on' });
    await expect.poll(() => requests).toContain(work);
    // The model answers nothing before this reply is complete.
    expect((await send({ id: chatId, prompt: 'Go on' })).outcome).toBe('complete');
    expect([waiting.length > 0, await stored()]).toEqual([true, []]);
    answers = 'well';
    for (const go of waiting.splice(0)) go();
    await test.services.background.settled();
    await expectOnce(stored);
  });
});

it('half of a summary, whose model was too slow, is not stored', async () => {
  const { order, stored } = await ready.summary();
  [requests, answers] = [[], 'trickle'];
  await expect(summarize(test.services, userId, order.messageId!, log, 3000)).rejects.toThrow(/timeout/);
  expect([requests, await stored(), await leases()]).toEqual([['summary'], [], []]);
});
