import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bucket } from '../release/bucket/bucket.ts';
import { operatorDocuments } from '../release/commands/command.ts';
import { requests, signingKey, trustedKeys } from '../release/keys.ts';
import { type AuditLine, appendToTrail, readTrail } from '../release/operators/audit.ts';
import { fileRequest } from '../release/operators/requests.ts';
import { openOperators, type Operators } from '../testing/operators.ts';
import { useS3 } from '../testing/s3.ts';
import { createOperatorServer, operatorHandler } from './start-operator.ts';

const asked: string[] = [];
let operators: Operators;

const recorded = (bucket: Bucket): Bucket => ({
  ...bucket,
  get: (key) => {
    asked.push(key);
    return bucket.get(key);
  },
  list: (prefix, after) => {
    asked.push(prefix);
    return bucket.list(prefix, after);
  },
});

beforeEach(async () => {
  const s3 = await useS3();
  operators = await openOperators({ ...s3, open: (address) => recorded(s3.open(address)) });
  await operators.run(['sign', 'live']);
});
afterEach(() => {
  vi.restoreAllMocks();
  operators.end();
});

/** Adds steps to the history, requests, and lines to the audit trail. */
const add = async (count: number) => {
  const context = await operators.context();
  const { registry, data } = context;
  const documents = operatorDocuments(context);
  const [key, trusted] = [signingKey(data), trustedKeys(data)];
  const base = { serial: 1, id: 'a' };
  for (let at = 0; at < count; at += 1) {
    await registry.note('live', { part: 'mf-a', how: 'good', to: '1' });
    const action = { do: 'pin', remote: 'mf-a', version: '2' } as const;
    const page = signingKey(data, {}, requests);
    await fileRequest(documents, { environment: 'live', base, action, by: 'ada' }, page);
    const read = () => readTrail(documents, 'live', trusted);
    await appendToTrail(documents, 'live', key, read, () => ({ kind: 'elsewhere', ...base, history: at, changes: [] }));
  }
};
const secret = Buffer.from('a secret that both sides know..').toString('base64');
const start = () =>
  operatorHandler({
    environment: 'live',
    origin: 'http://localhost:8082',
    product: 'http://localhost:8080',
    open: () => operators.context(),
    service: { host: '127.0.0.1', port: 1 },
    report: (problem) => expect(problem).toBeUndefined(),
    env: { ATRIUM_OPERATOR_WEBHOOKS: `https://receiver.test whsec_${secret}` },
  });
const asks = async (run: () => Promise<unknown>) => {
  asked.length = 0;
  await run();
  return asked.toSorted();
};
/** What is written once: numbered documents, and releases, which only opening looks for. */
const isOnce = (key: string) => key.startsWith('releases') || /\/\d+\.json\//.test(key);

test('looking again costs the same however long the history, the queue and the audit trail are', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  const { desk, notify = async () => {} } = start();
  const look = async () => {
    await (await desk()).state();
    await notify();
  };
  await add(1);
  await look();
  const few = await asks(look);
  await add(6);
  await look();
  expect(await asks(look)).toEqual(few);
  expect(few.filter(isOnce)).toEqual([]);
  const { requests: recent, trail, ended } = await (await desk()).state();
  expect([recent.map(({ number }) => number), trail.length, ended]).toEqual([[7, 6, 5, 4, 3, 2, 1], 7, []]);
});

test('a request that has not ended is shown however many newer ones there are, and of the others the newest', async () => {
  operators.end();
  operators = await openOperators();
  await operators.run(['sign', 'live']);
  const context = await operators.context();
  const documents = operatorDocuments(context);
  const [key, page] = [signingKey(context.data), signingKey(context.data, {}, requests)];
  const action = { do: 'pin', remote: 'mf-a', version: '2' } as const;
  for (let count = 0; count < 33; count += 1)
    await fileRequest(documents, { environment: 'live', base: { serial: 1, id: 'a' }, action, by: 'ada' }, page);
  let trail: readonly AuditLine[] = [];
  for (let request = 2; request <= 33; request += 1)
    trail = await appendToTrail(
      documents,
      'live',
      key,
      async () => trail,
      () => ({ kind: 'refused', request, code: 'changed', why: [] }),
    );
  const { desk } = start();
  const shown = (await (await desk()).state()).requests.map(({ number }) => number);
  expect(shown).toEqual([...Array.from({ length: 30 }, (_, at) => 33 - at), 1]);
});

test('while the trail, which tells what has ended, cannot be read, only the newest requests are shown', async () => {
  operators.end();
  operators = await openOperators();
  await operators.run(['sign', 'live']);
  const context = await operators.context();
  const documents = operatorDocuments(context);
  const page = signingKey(context.data, {}, requests);
  const action = { do: 'pin', remote: 'mf-a', version: '2' } as const;
  for (let count = 0; count < 33; count += 1)
    await fileRequest(documents, { environment: 'live', base: { serial: 1, id: 'a' }, action, by: 'ada' }, page);
  // Signed by a key that signs no trail.
  await appendToTrail(
    documents,
    'live',
    page,
    async () => [],
    () => ({ kind: 'refused', request: 1, code: 'changed', why: [] }),
  );
  const { desk } = start();
  expect((await (await desk()).state()).requests).toHaveLength(30);
});

test('releases are opened again after a while, and what never changes is not read again with them', async () => {
  const { desk } = start();
  await add(3);
  await (await desk()).state();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
  const again = await asks(async () => (await desk()).state());
  expect(again.some((key) => key.startsWith('releases'))).toBe(true);
  expect(again.filter((key) => isOnce(key) && !key.startsWith('releases'))).toEqual([]);
  clock.mockReturnValue(Date.now() + 3_600_000);
  const later = await asks(async () => (await desk()).state());
  expect(later).toContain('operator/audit/live/000001.json/');
});

test('an idle connection outlives the 60 s for which proxies keep theirs', () => {
  expect(createOperatorServer().keepAliveTimeout).toBeGreaterThan(60_000);
});
