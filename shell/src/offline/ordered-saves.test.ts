import * as calls from '@atrium/shared-kernel/contracts/calls';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../testing/offline-page.ts';
import { stubIndexedDb } from '../testing/indexed-db.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

/** A page that saves the profile three times; the test answers. */
const setUp = async () => {
  const { service, openTab } = createBrowser();
  const { client } = await openTab();
  const answers = Array.from({ length: 3 }, () => Promise.withResolvers<object>());
  let asked = 0;
  service.answer(calls.profile.updateUser, () => answers[asked++]!.promise);
  service.answer(calls.memories.listMemories, () => ({ memories: [] }));
  const themes = ['dark', 'light', 'dark'] as const;
  const saved = () =>
    service.requests.flatMap(({ call, input }) => (call === 'profile.updateUser' ? (input as object) : []));
  for (const theme of themes) void client.call(calls.profile.updateUser, { theme });
  await vi.waitFor(() => expect(saved()).toHaveLength(1));
  return { client, answers, saved, sent: (count: number) => themes.slice(0, count).map((theme) => ({ theme })) };
};

describe('changes of the profile from several remotes', () => {
  test('are sent in their order, each after the answer to the one before, and hold up nothing else', async () => {
    const { client, answers, saved, sent } = await setUp();
    expect((await client.call(calls.memories.listMemories, {})).memories).toEqual([]);
    expect(saved()).toEqual(sent(1));
    for (const [index, { resolve }] of answers.entries()) {
      resolve({});
      await vi.waitFor(() => expect(saved()).toEqual(sent(Math.min(index + 2, 3))));
    }
  });

  test('are all sent as the page is left', async () => {
    const { answers, saved, sent } = await setUp();
    globalThis.dispatchEvent(new Event('pagehide'));
    expect(saved()).toEqual(sent(3));
    globalThis.dispatchEvent(new Event('pageshow'));
    for (const { resolve } of answers) resolve({});
  });
});
