import { busyChanged } from '#contracts/events/chat';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { expectWholePage } from '@atrium/shared-kernel/testing/setup';
import { beforeEach, expect, test } from 'vitest';
import { stubIndexedDb } from '../testing/indexed-db.ts';
import { createBrowser } from '../testing/offline-page.ts';

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
