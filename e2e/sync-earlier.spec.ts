import { crc32 } from 'node:zlib';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page, Route } from 'playwright/test';
import { headers } from './device-journey.ts';
import { expect, test, url } from './fixtures.ts';
import { call, follows, openStage } from './sync-stage.ts';

/** An archive with one file, which is not compressed. */
const zipOf = (name: string, text: string): Buffer => {
  const [file, data] = [Buffer.from(name), Buffer.from(text)];
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt32LE(crc32(data), 10);
  entry.writeUInt32LE(data.length, 14);
  entry.writeUInt32LE(data.length, 18);
  entry.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), entry, file, data]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), entry, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

const node = (at: number, count: number) => {
  const text = at % 2 === 0 ? `Question ${at / 2}` : `Answer ${(at - 1) / 2}`;
  const author = { role: at % 2 === 0 ? 'user' : 'assistant' };
  return {
    parent: at === 0 ? null : `n${at - 1}`,
    children: at === count - 1 ? [] : [`n${at + 1}`],
    message: { author, create_time: 1_700_000_000, content: { parts: [text] } },
  };
};
/** A conversation with that many questions and answers, as ChatGPT exports it. */
const exported = (title: string, questions: number) => {
  const nodes = Array.from({ length: 2 * questions }, (_, at) => [`n${at}`, node(at, 2 * questions)] as const);
  const chat = { conversation_id: title, title, create_time: 1_700_000_000, update_time: 1_700_000_500 };
  return JSON.stringify([{ ...chat, current_node: `n${2 * questions - 1}`, mapping: Object.fromEntries(nodes) }]);
};

/** Imports a long chat, another one with each attempt. Gives its id. */
const importChat = async (page: Page, questions: number): Promise<string> => {
  const title = `Long ${Date.now()}`;
  const file = zipOf('conversations.json', exported(title, questions));
  const { importId, uploadUrl } = await call(page, calls.data.startImport, { name: 'long.zip', size: file.length });
  const sent = await page.request.put(url(uploadUrl), {
    data: file,
    headers: { ...headers(), 'content-type': 'application/zip' },
  });
  expect(sent.status(), await sent.text()).toBe(204);
  await call(page, calls.data.runImport, { importId });
  const imported = async () => (await call(page, calls.data.listImports, {})).imports[0]?.state;
  await expect.poll(imported, { timeout: 30_000 }).toBe('done');
  const { chats } = await call(page, calls.chat.searchMessages, { searchTerm: 'Question 17' });
  return chats.find((chat) => chat.title === title)?._id ?? '';
};

test('a version of an early message shows in a long chat that is open elsewhere, and only its page is read', async ({
  page,
  browser,
  login,
}) => {
  test.slow();
  await login('premium@atrium.test');
  const chatId = await importChat(page, 150);
  const { messages } = await call(page, calls.chat.getChat, { chatId });
  const { other, end } = await openStage(page, browser, 'premium@atrium.test');
  await other.goto(url(`/?chat=${chatId}`));
  await follows(other);
  const conversation = other.getByRole('list', { name: 'Conversation' });
  const early = conversation.getByRole('listitem').filter({ hasText: /Question 3(?!\d)/ });
  // While the chat opens, it scrolls to its end.
  await expect(async () => {
    await conversation.evaluate((list) => list.scrollIntoView({ block: 'start' }));
    await expect(early).toBeVisible({ timeout: 2000 });
  }).toPass();
  const reads: string[] = [];
  other.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/chat') reads.push(search);
  });

  const askAndReturn = async (prompt: string) => {
    const data = { id: chatId, prompt, replaces: messages[3]!._id };
    const answer = await page.request.post(url(`/api${calls.chat.streamReply.path}`), { data, headers: headers() });
    await answer.text();
    await call(page, calls.chat.selectVersion, { messageId: messages[3]!._id });
  };
  const showsFirstOf = async (count: number) => {
    await expect(other.getByLabel(`Question 1 of ${count}`)).toBeVisible();
    await expect(conversation.getByText('Question 3', { exact: true })).toBeVisible();
    await expect(early).toHaveAttribute('aria-setsize', '150');
  };

  await test.step('another question, chosen away again at once', async () => {
    await askAndReturn('Another question 3');
    await showsFirstOf(2);
  });

  await test.step('another question, chosen away again before the other tab has read of it', async () => {
    const chosen = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      const response = await route.fetch();
      await chosen.promise;
      await route.fulfill({ response });
    };
    await other.route('**/api/chat?*', hold, { times: 1 });
    await askAndReturn('A late question 3');
    await expect(early).toHaveAttribute('aria-setsize', '150');
    chosen.resolve();
    await showsFirstOf(3);
  });

  await test.step('pinning an early message loads its page only', async () => {
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    await other.waitForTimeout(500);
    reads.length = 0;
    await call(page, calls.chat.pinMessage, { messageId: messages[2]!._id, pinned: true });
    await expect.poll(() => reads.length).toBe(2);
    await other.waitForTimeout(500);
    expect(reads).toEqual([`?chatId=${chatId}&part=end`, `?chatId=${chatId}&before=${messages[30]!._id}`]);
  });
  await end();
});
