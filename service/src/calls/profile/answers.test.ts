import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('answers in the tone, the language and by the name of the settings, from the next message on', async () => {
  const client = app.as(await app.createUser({ firstName: 'Ada', premium: true }));
  const answer = async (): Promise<string> => {
    const { items } = await client.stream(calls.chat.streamReply, { prompt: 'Good morning' });
    return items.map((item) => (item as { text?: string }).text ?? JSON.stringify(item)).join('');
  };
  const change = async (setting: object) =>
    expect((await client.call(calls.profile.updateUser, setting)).status).toBe(200);

  expect(await answer()).toContain('Ada, you wrote: “Good morning”');
  await change({ aiDisplayName: 'Countess' });
  expect(await answer()).toContain('Countess, you wrote: “Good morning”');
  await change({ aiPersonality: 'serious' });
  expect(await answer()).toContain('*I keep to the facts.*');
  await change({ aiPersonality: 'casual', aiLanguage: 'en-GB' });
  expect(await answer()).toContain('*I take it easy and write British English.*');
  await change({ aiPersonality: 'explorer', aiLanguage: 'en-US' });
  expect(await answer()).toContain('*I look beyond your question and write American English.*');
});
