import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { exportOf, importFile } from '../../testing/archives.ts';
import type { TestClient } from '../../testing/client.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ env: { ATRIUM_SENDS_PER_MINUTE: '0' } });
});
afterAll(() => test.close());

const person = async () => test.as(await test.createUser({ premium: true }));
const send = async (client: TestClient, prompt: string, id?: string) => {
  const { items } = await client.stream(calls.chat.streamReply, { prompt, ...(id === undefined ? {} : { id }) });
  await test.services.background.settled();
  return id ?? items.find((item) => item.type === 'chatId')!.chatId;
};
const chatIn = async (client: TestClient) => (await client.call(calls.chat.listChats, {})).body.chats[0]!;
const shown = async (client: TestClient) => {
  const { body } = await client.call(calls.chat.getChat, { chatId: (await chatIn(client))._id });
  return body.messages.map(({ prompt }) => prompt);
};

describe('an import of a later export', () => {
  it('goes on where the earlier one ended', async () => {
    const [from, to] = [await person(), await person()];
    const chatId = await send(from, 'Which river?');
    await send(from, 'Which sea?', chatId);
    await importFile(test, to, await exportOf(test, from));
    await send(from, 'Which lake?', chatId);
    const later = await importFile(test, to, await exportOf(test, from));
    expect(later.report?.messages).toMatchObject({ added: 1, known: 2 });
    expect(await shown(to)).toEqual(['Which river?', 'Which sea?', 'Which lake?']);
    expect((await chatIn(to)).lastUpdate).toBe((await chatIn(from)).lastUpdate);
  });

  it('leaves in view what the user went on with here', async () => {
    const [from, to] = [await person(), await person()];
    const chatId = await send(from, 'Which river?');
    await importFile(test, to, await exportOf(test, from));
    await send(to, 'Which sea?', (await chatIn(to))._id);
    await send(from, 'Which lake?', chatId);
    const later = await importFile(test, to, await exportOf(test, from));
    expect(later.report?.messages).toMatchObject({ added: 1, known: 1 });
    expect(await shown(to)).toEqual(['Which river?', 'Which sea?']);
  });
});
