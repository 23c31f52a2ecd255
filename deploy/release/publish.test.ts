import { join } from 'node:path';
import { createClient } from '@atrium/shared-kernel/client';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as slots from '@atrium/shared-kernel/contracts/slots';
import { expect, test, vi } from 'vitest';
import { contractFile, isShell } from './contract-record.ts';
import { workspace } from './data-folder.ts';
import { surfaceOf } from './publish.ts';
import { emptyContract } from './record.ts';
import { contentOf } from './store.ts';

const ids: Readonly<Record<string, string>> = { chat: 'c'.repeat(24) };

/** The URL that the kernel's client uses for a call. */
const urlOf = async (path: string, input: object) => {
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
  const none = () => undefined;
  const client = createClient({ baseUrl: '', fetch: send, onUnauthorized: none, onBadAnswer: none });
  const call = callTable.find((one) => one.path === path && one.method === 'GET')!;
  await client.call(call, input).catch(none);
  return send.mock.calls[0]?.[0];
};

test.each(['mf-chat', 'mf-workspace'])('the first calls of %s have the URL that its client requests', async (name) => {
  const contract = await contractFile(join(workspace, name));
  if (!contract || isShell(contract)) throw new Error(`${name} has no contract.`);
  const { first = [] } = surfaceOf(contract);
  expect(first.length).toBeGreaterThan(0);
  for (const { url } of first) {
    const filled = url.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? '');
    const { pathname, searchParams } = new URL(filled, 'http://atrium.test');
    expect(filled).toBe(await urlOf(pathname, Object.fromEntries(searchParams)));
  }
});

test('a first call is named with its module, and its input in an address', () => {
  const remote = defineRemote({
    name: 'mf-news',
    exposes: { './news': './src/news.tsx' },
    routes: [],
    fills: [],
    dialogs: [],
    opens: [],
    emits: [],
    handles: [],
    calls: [calls.chat.getChat, calls.chat.searchMessages, calls.tags.listTags],
    first: {
      './news': [
        calls.tags.listTags,
        { call: calls.chat.getChat, input: { chatId: { query: 'chat' }, part: 'end' } },
        { call: calls.chat.searchMessages, input: { searchTerm: 'a b&{c}' } },
      ],
    },
  });
  expect(surfaceOf(remote).first).toEqual([
    { expose: './news', url: '/chatTags' },
    { expose: './news', url: '/chat?chatId={chat}&part=end' },
    { expose: './news', url: '/searchChatMessages?searchTerm=a+b%26%7Bc%7D' },
  ]);
  const { first: _, ...without } = remote;
  expect(surfaceOf(without)).not.toHaveProperty('first');
});

test('the texts for disabled areas are listed by claim, without claims that have none', () => {
  const { chat } = dialogs;
  const remote = defineRemote({
    name: 'mf-news',
    exposes: { './news': './src/news.tsx' },
    routes: [
      { path: '/news', title: 'News', expose: './news', whenDisabled: 'No news for now.' },
      { path: '/old', title: 'Old news', expose: './news' },
    ],
    fills: [{ slot: slots.shell.left, expose: './news', whenDisabled: 'Not here.' }],
    dialogs: [{ dialog: chat.share, expose: './news', whenDisabled: 'Nothing to share.' }],
    opens: [],
    emits: [],
    handles: [],
    calls: [],
  });
  expect(surfaceOf(remote).whenDisabled).toEqual({
    'route /news': 'No news for now.',
    'slot shell.left': 'Not here.',
    'dialog chat.share': 'Nothing to share.',
  });
});

test('the hash of a record covers its content, in whatever order it was created', () => {
  const configuration = { type: 'object', properties: {} };
  const { answers, ...rest } = emptyContract;
  const hashOf = (contract: typeof emptyContract) =>
    contentOf({ name: 'mf-news', version: '1.0.0', kernel: '0.1.0', contract }, []);
  const written = hashOf({ ...emptyContract, configuration });
  expect(hashOf({ configuration, ...rest, answers })).toBe(written);
  expect(hashOf(emptyContract)).not.toBe(written);
});
