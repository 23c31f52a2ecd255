import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imports } from '../../db/schema/data.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { importsJob } from './requests.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const hourly = async () => {
  await importsJob(test.services).run();
  await test.services.imports.settled();
  await importsJob(test.services).run();
};
const stored = async (key: string) => {
  const file = await test.services.objects.read(key);
  file?.content.destroy();
  return file?.size;
};
/** An uploaded import in this state. */
const uploaded = async (change: Partial<typeof imports.$inferInsert>) => {
  const client = test.as(await test.createUser());
  const { body } = await client.call(calls.data.startImport, { name: 'export.zip', size: 2 });
  const headers = { 'content-type': 'application/zip' };
  await client.request({ method: 'PUT', url: body.uploadUrl, headers, payload: Buffer.from('PK') });
  const [row] = await test.db.update(imports).set(change).where(eq(imports.id, body.importId)).returning();
  expect(await stored(row!.key)).toBe(2);
  return { ...body, client, key: row!.key };
};

it('the file of an import that was interrupted three times is removed', async () => {
  const { client, key } = await uploaded({ state: 'running', attempts: 3, heartbeat: new Date(0) });
  await hourly();
  expect((await client.call(calls.data.listImports, {})).body.imports).toMatchObject([{ state: 'failed' }]);
  expect(await stored(key)).toBeUndefined();
});

it('the file of an import whose process ended before it had removed it is removed', async () => {
  const ended = [await uploaded({ state: 'done' }), await uploaded({ state: 'failed' })];
  await hourly();
  for (const { key } of ended) expect(await stored(key)).toBeUndefined();
});

it('the file of an import that is gone is removed, although the store failed when it was canceled', async () => {
  const { importId, key } = await uploaded({ state: 'uploading' });
  await test.db.delete(imports).where(eq(imports.id, importId));
  await hourly();
  expect(await stored(key)).toBeUndefined();
});

it('the file of an import that is still uploaded or runs stays; one that was never started is removed after a day', async () => {
  const begun = await uploaded({ state: 'uploading' });
  const running = await uploaded({ state: 'running', heartbeat: new Date() });
  const abandoned = await uploaded({ createdDate: new Date(Date.now() - 25 * 3_600_000) });
  await hourly();
  expect([await stored(begun.key), await stored(running.key), await stored(abandoned.key)]).toEqual([2, 2, undefined]);
});
