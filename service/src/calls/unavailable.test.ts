import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { loadHandlers } from './handlers.ts';

/** Calls that come later. Whoever implements one takes it off this list. */
const unavailable: readonly string[] = [];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('lists exactly the calls that have no handler', async () => {
  const handlers = await loadHandlers();
  const missing = callTable.filter(({ name }) => !handlers.has(name)).map(({ name }) => name);
  expect(missing.toSorted()).toEqual(unavailable.toSorted());
});

it('answers 501 with a message for each', async () => {
  const client = app.as(await app.createUser({ premium: true, booktAdmin: true }));
  for (const call of callTable.filter(({ name }) => unavailable.includes(name)))
    expect(await client.call(call, {})).toMatchObject({
      status: 501,
      body: { msg: 'This part of Atrium is not available yet.' },
    });
});
