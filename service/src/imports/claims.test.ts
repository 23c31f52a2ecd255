import { afterAll, beforeAll, expect, it } from 'vitest';
import { imports } from '../db/schema/data.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { isLost } from './claims.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Row = Partial<typeof imports.$inferInsert>;
const second = 1000;
/** Whether the first attempt is lost, given the row of its import and the milliseconds since the last heartbeat. */
const isFirstLost = async (row: Row, age?: number): Promise<boolean> => {
  const { id: userId } = await test.createUser();
  const heartbeat = age === undefined ? null : new Date(Date.now() - age);
  const [inserted] = await test.db
    .insert(imports)
    .values({ userId, name: 'a.zip', key: 'a', size: 1, attempts: 1, heartbeat, ...row })
    .returning();
  return isLost(test.services.database, { importId: inserted!.id, number: 1 }, 3600 * second);
};

it('an attempt is not lost while its process reports, nor once it has stored an outcome', async () => {
  expect(await isFirstLost({ state: 'running' }, 0)).toBe(false);
  expect(await isFirstLost({ state: 'done' })).toBe(false);
  expect(await isFirstLost({ state: 'failed' })).toBe(false);
});

it('an attempt is lost once its process is silent, another instance has claimed its import, or that is gone', async () => {
  expect(await isFirstLost({ state: 'running' }, 3601 * second)).toBe(true);
  expect(await isFirstLost({ state: 'running', attempts: 2 }, 0)).toBe(true);
  expect(await isFirstLost({ state: 'done', attempts: 2 })).toBe(true);
  expect(await isFirstLost({ state: 'waiting' }, 0)).toBe(true);
  expect(await isLost(test.services.database, { importId: 'f'.repeat(24), number: 1 }, 3600 * second)).toBe(true);
});
