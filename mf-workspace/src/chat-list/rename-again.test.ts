import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { BehaviorSubject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { chatOf } from '../testing/chats.ts';
import { createChatActions } from './chat-actions.ts';
import type { ChatListModel } from './chat-list.model.ts';

const revisions = (title: string) => ({ title, tags: 't' });

/** A chat in the list as `shown`, which the service has as `now`. */
const setUp = (shown: Chat, now: Chat) => {
  const host = createFakeHost();
  let state = now;
  host.service.answer(calls.chat.focusChat, () => ({ chat: state }));
  host.service.answer(calls.chat.renameChat, ({ title }) => {
    const [last] = host.service.requests.slice(-1);
    if (last?.basedOn !== `"${state.revisions?.title}"`) throw failureOf('stale', { revision: 'now' });
    state = { ...state, title, revisions: revisions(title) };
    return {};
  });
  const state$ = new BehaviorSubject({ chats: [shown] });
  const retitle = (id: string, title: string) =>
    state$.next({ chats: state$.value.chats.map((one) => (one._id === id ? { ...one, title } : one)) });
  const actions = createChatActions(host, { state$, retitle } as unknown as ChatListModel);
  return { host, actions, title: () => state$.value.chats[0]?.title, stored: () => state.title };
};

test('a title from another tab is shown, and the typed one may still be saved', async () => {
  const shown = chatOf({ title: 'Old', revisions: revisions('Old') });
  const { host, actions, title, stored } = setUp(shown, { ...shown, title: 'Theirs', revisions: revisions('Theirs') });
  await actions.rename(shown, 'Mine');
  expect([title(), stored()]).toEqual(['Theirs', 'Theirs']);
  const [alert] = host.alertsShown;
  expect(alert).toMatchObject({ type: 'warn', message: 'This chat was renamed to “Theirs” in the meantime.' });
  expect(alert?.action?.label).toBe('Rename to “Mine”');
  alert?.action?.onSelect();
  await vi.waitFor(() => expect([title(), stored()]).toEqual(['Mine', 'Mine']));
});

test('a title that the list shows already, by an event, is replaced without a question', async () => {
  const shown = chatOf({ title: 'Sailing', revisions: revisions('') });
  const { host, actions, title, stored } = setUp(shown, { ...shown, revisions: revisions('Sailing') });
  await actions.rename(shown, 'Mine');
  expect([title(), stored(), host.alertsShown]).toEqual(['Mine', 'Mine', []]);
});
