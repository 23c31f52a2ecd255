import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

const listed = async (purposes: Readonly<Record<string, readonly string[]>>, model?: string) => {
  const models = Object.entries(purposes).map(([id, uses]) => ({
    id,
    label: id.toUpperCase(),
    name: id,
    provider: 'openai',
    key: { env: 'PROVIDER_KEY' },
    for: uses,
  }));
  app = await createTestApp({ env: { ATRIUM_MODELS: JSON.stringify(models), PROVIDER_KEY: 'k' } });
  const client = app.as(await app.createUser({ premium: true }));
  if (model !== undefined) await client.call(calls.profile.updateUser, { model });
  return (await client.call(calls.chat.listModels, {})).body;
};

test('nothing is said of a research where each model for chats answers one', async () => {
  expect((await listed({ a: ['chat'], b: ['chat'] })).research).toBeUndefined();
});

test('where some models for chats answer a research, these are named, with the one that does unless another is chosen', async () => {
  const purposes = { a: ['chat'], b: ['chat', 'research'], c: ['chat', 'research'] };
  expect(await listed(purposes, 'c')).toMatchObject({ default: 'c', research: { models: ['b', 'c'], default: 'c' } });
  await app?.close();
  expect(await listed(purposes, 'a')).toMatchObject({ default: 'a', research: { models: ['b', 'c'], default: 'b' } });
});

test('where a research has models of its own, none is to choose for it', async () => {
  const { models, research } = await listed({ a: ['chat'], b: ['chat', 'research'], deep: ['research'] });
  expect(models.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(research).toEqual({ models: [] });
});
