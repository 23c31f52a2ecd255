import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { importFile, zipOf } from '../../testing/archives.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('lists an import that failed until there is a newer one, and others as well after that', async () => {
  const client = test.as(await test.createUser());
  const states = async () => (await client.call(calls.data.listImports, {})).body.imports.map(({ state }) => state);
  const good = zipOf({ 'conversations.json': '[]' });
  await importFile(test, client, zipOf({ 'nothing.txt': 'none' }));
  expect(await states()).toEqual(['failed']);
  await importFile(test, client, zipOf({ 'nothing.txt': 'none' }));
  expect(await states()).toEqual(['failed']);
  await importFile(test, client, good);
  expect(await states()).toEqual(['done']);
  await importFile(test, client, good);
  expect(await states()).toEqual(['done', 'done']);
});

it('lists an import that is being uploaded, also beside newer ones', async () => {
  const client = test.as(await test.createUser());
  await client.call(calls.data.startImport, { name: 'large.zip', size: 10 });
  await importFile(test, client, zipOf({ 'conversations.json': '[]' }));
  const { body } = await client.call(calls.data.listImports, {});
  expect(body.imports.map(({ name, state }) => [name, state])).toEqual([
    ['export.zip', 'done'],
    ['large.zip', 'uploading'],
  ]);
});
