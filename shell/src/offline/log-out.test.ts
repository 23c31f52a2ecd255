import { busyChanged } from '#contracts/events/chat';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { type Browser, chatId, chatOf, createBrowser } from '../testing/offline-page.ts';
import { createCopies } from './copies.ts';
import { createOfflineDatabase } from './database.ts';

beforeEach(stubIndexedDb);
// The offline features live as long as their page.
expectWholePage();

const title = 'Log out and lose your recording?';

test('a user who logs out while recording is warned, and asked nothing once the note is stored', async () => {
  const { service, openTab } = createBrowser();
  const { client, host } = await openTab();
  service.answer(calls.auth.logout, () => ({}));
  const { bus, dialogsOpened } = host;
  bus.emit(busyChanged, { streaming: false, draft: true, recording: true });
  host.confirmAnswer = false;
  await expect(client.call(calls.auth.logout, {})).rejects.toMatchObject({ msg: 'You’re still logged in.' });
  const message = 'Your voice recording isn’t sent yet. If you log out now, you lose it.';
  expect(dialogsOpened).toMatchObject([{ props: { title, message } }]);
  bus.emit(busyChanged, { streaming: false, draft: true });
  await client.call(calls.auth.logout, {});
  expect(dialogsOpened).toHaveLength(1);
});

test.each([calls.auth.logout, calls.session.endAllSessions])(
  'a recording in another tab is not lost by $name without a question, and is forgotten with its tab',
  async (ends) => {
    const { service, openTab } = createBrowser();
    const other = await openTab();
    const { client, host } = await openTab();
    service.answer(ends, () => ({}));
    const { dialogsOpened } = host;
    const setRecording = (recording: boolean) =>
      other.host.bus.emit(busyChanged, { streaming: false, draft: true, ...(recording ? { recording } : {}) });
    setRecording(true);
    // Said again while the note is uploaded.
    setRecording(true);
    host.confirmAnswer = false;
    await expect(client.call(ends, {})).rejects.toMatchObject({ msg: 'You’re still logged in.' });
    expect(service.requests.map(({ call }) => call)).not.toContain(ends.name);
    const message = 'Your voice recording in another tab isn’t sent yet. If you log out now, you lose it.';
    expect(dialogsOpened).toMatchObject([{ props: { title, message } }]);
    host.confirmAnswer = true;
    await client.call(ends, {});
    expect(service.requests.map(({ call }) => call)).toContain(ends.name);
    setRecording(false);
    await client.call(ends, {});
    expect(dialogsOpened).toHaveLength(2);
  },
);

/** A browser in which the change of a tab waits, because the service refused it. */
const withWaitingChange = async () => {
  const browser = createBrowser();
  const { service } = browser;
  service.answer(calls.chat.focusChat, () => ({ chat: chatOf() }));
  service.answer(calls.chat.renameChat, () => {
    throw failureOf('unknown-chat');
  });
  const tab = await browser.openTab();
  browser.network(false);
  await tab.client.call(calls.chat.renameChat, { chatId, title: 'Green tea' });
  browser.network(true);
  await vi.waitFor(() => expect(tab.outbox.waiting$.value).toMatchObject([{ state: 'refused' }]));
  const made = (call: { readonly name: string }) => service.requests.some((request) => request.call === call.name);
  return { ...browser, tab, made };
};

describe('before the offline features are loaded', () => {
  test('a user who logs out is asked about unsent changes once they are, and they are loaded at once', async () => {
    const { service, tab, open, made } = await withWaitingChange();
    service.answer(calls.auth.logout, () => ({}));
    const page = await open();
    await page.session.refresh();
    const { dialogsOpened } = page.host;
    const wanted = vi.fn<() => void>();
    page.early.unanswered$.subscribe(wanted);
    page.host.confirmAnswer = false;
    const stays = page.client.call(calls.auth.logout, {}).catch((error: unknown) => error);
    expect(wanted).toHaveBeenCalled();
    page.start();
    expect(await stays).toMatchObject({ msg: 'You’re still logged in.' });
    expect(dialogsOpened).toMatchObject([{ props: { title: 'Log out and lose changes?' } }]);
    expect(made(calls.auth.logout)).toBe(false);
    page.host.confirmAnswer = true;
    await page.client.call(calls.auth.logout, {});
    await vi.waitFor(() => expect(tab.outbox.waiting$.value).toEqual([]));
  });

  test.each([calls.auth.logout, calls.session.endAllSessions, calls.profile.deleteUser])(
    '$name still works if they cannot be loaded',
    async (ends) => {
      const { service, open } = createBrowser();
      service.answer(ends, () => ({}));
      const page = await open();
      const ended = page.client.call(ends, {});
      expect(service.requests).toEqual([]);
      page.early.handOver((request) => request());
      expect(await ended).toEqual({});
    },
  );
});

test.each([calls.auth.logout, calls.profile.deleteUser])(
  'nothing waits any more after $name, even if the page learns of the end before the answer',
  async (ends) => {
    const { service, state, openTab, tab, made } = await withWaitingChange();
    const other = await openTab();
    await vi.waitFor(() => expect(other.outbox.waiting$.value).toHaveLength(1));
    const answer = Promise.withResolvers<object>();
    service.answer(ends, () => answer.promise);
    const ended = tab.client.call(ends, {});
    await vi.waitFor(() => expect(made(ends)).toBe(true));
    state.user = undefined;
    tab.session.leave(ended);
    await tab.session.refresh();
    answer.resolve({});
    await ended;
    await vi.waitFor(() => expect(other.outbox.waiting$.value).toEqual([]));
  },
);

test('a profile that is not deleted keeps what waits', async () => {
  const { service, tab } = await withWaitingChange();
  service.answer(calls.profile.deleteUser, () => {
    throw new Failure(500, {});
  });
  await expect(tab.client.call(calls.profile.deleteUser, {})).rejects.toMatchObject({ status: 500 });
  expect(tab.outbox.waiting$.value).toHaveLength(1);
});

/** A browser whose page has read the chats, so that there are copies of them and of the user. */
const withCopies = async () => {
  const browser = createBrowser();
  const { service, openTab } = browser;
  service.answer(calls.chat.listChats, () => ({ chats: [chatOf()] }));
  const tab = await openTab();
  await tab.client.call(calls.chat.listChats, {});
  const copies = createCopies(createOfflineDatabase());
  const isCopied = (call: CallDef) => copies.read(testUser()._id, call, {});
  await vi.waitFor(async () => {
    expect(await isCopied(calls.chat.listChats)).toBeDefined();
    expect(await isCopied(calls.session.getUser)).toBeDefined();
  });
  return { ...browser, tab };
};

describe('a page that knows its user, who is copied,', () => {
  test.each([
    ['it knows that there is no network', ({ network }) => network(false)],
    ['the network has just dropped', ({ state }) => (state.up = false)],
  ] satisfies [string, (browser: Browser) => unknown][])(
    'learns that nobody says who is signed in while %s, and goes on',
    async (_, drop) => {
      const browser = await withCopies();
      drop(browser);
      const { session, client } = browser.tab;
      await expect(session.refresh()).rejects.toMatchObject({ status: 0 });
      expect(session.user$.value?._id).toBe(testUser()._id);
      expect(await client.call(calls.chat.listChats, {})).toEqual({ chats: [chatOf()] });
    },
  );

  test('learns it as well where its own first answer was the copy', async () => {
    const { network, openTab } = await withCopies();
    network(false);
    const { session } = await openTab();
    expect(session.user$.value?._id).toBe(testUser()._id);
    await expect(session.refresh()).rejects.toMatchObject({ status: 0 });
    expect(session.user$.value?._id).toBe(testUser()._id);
  });
});

test.each([calls.auth.logout, calls.session.endAllSessions, calls.profile.deleteUser])(
  'a page that is loaded while there is no network after $name shows nothing of the user',
  async (ends) => {
    const { service, network, openTab, tab } = await withCopies();
    service.answer(ends, () => ({}));
    await tab.client.call(ends, {});
    network(false);
    const { session, client } = await openTab();
    expect(session.user$.value).toBeUndefined();
    await expect(client.call(calls.chat.listChats, {})).rejects.toMatchObject({ status: 0 });
  },
);

test('a log-out that fails keeps the copies', async () => {
  const { service, network, openTab, tab } = await withCopies();
  service.answer(calls.auth.logout, () => {
    throw new Failure(500, {});
  });
  await expect(tab.client.call(calls.auth.logout, {})).rejects.toMatchObject({ status: 500 });
  network(false);
  expect((await openTab()).session.user$.value?._id).toBe(testUser()._id);
});
