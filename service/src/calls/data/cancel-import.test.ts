import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imports } from '../../db/schema/data.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { importFile, zipOf } from '../../testing/archives.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('removes an import that was not started, with its file, and no other', async () => {
  const client = test.as(await test.createUser());
  const listed = async () => (await client.call(calls.data.listImports, {})).body.imports.map(({ name }) => name);
  const cancel = (importId: string) => client.call(calls.data.cancelImport, { importId });
  const done = await importFile(test, client, zipOf({ 'conversations.json': '[]' }));
  const { body } = await client.call(calls.data.startImport, { name: 'given-up.zip', size: 2 });
  const headers = { 'content-type': 'application/zip' };
  await client.request({ method: 'PUT', url: body.uploadUrl, headers, payload: Buffer.from('PK') });
  const { importId } = body;
  const [row] = await test.db.select({ key: imports.key }).from(imports).where(eq(imports.id, importId));
  const stored = async () => {
    const file = await test.services.objects.read(row!.key);
    file?.content.destroy();
    return file?.size;
  };
  expect(await stored()).toBe(2);
  expect(await listed()).toEqual(['given-up.zip', 'export.zip']);

  expect((await cancel(importId)).status).toBe(200);
  expect(await listed()).toEqual(['export.zip']);
  expect(await stored()).toBeUndefined();

  expect((await cancel(done._id)).status).toBe(200);
  expect(await listed()).toEqual(['export.zip']);
  expect(await cancel(importId)).toMatchObject({ status: 404, body: { code: 'unknown-import' } });
});
