import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { importFile, zipOf } from '../../testing/archives.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('lists an import that failed, or was not uploaded, until there is a newer one, and others as well after that', async () => {
  const client = test.as(await test.createUser());
  const states = async () => (await client.call(calls.data.listImports, {})).body.imports.map(({ state }) => state);
  const good = zipOf({ 'conversations.json': '[]' });
  await importFile(test, client, zipOf({ 'nothing.txt': 'none' }));
  expect(await states()).toEqual(['failed']);
  await client.call(calls.data.startImport, { name: 'canceled.zip', size: 10 });
  expect(await states()).toEqual(['uploading']);
  await importFile(test, client, good);
  expect(await states()).toEqual(['done']);
  await importFile(test, client, good);
  expect(await states()).toEqual(['done', 'done']);
});
