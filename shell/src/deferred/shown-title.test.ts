import * as chat from '#contracts/events/chat';
import * as workspace from '#contracts/events/workspace';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { shownTitle } from './shown-title.ts';

const chatId = 'c'.repeat(24);
const tag = {
  _id: 'a'.repeat(24),
  name: 'Work',
  icon: 'folders',
  color: 'deepPurple',
  lastUpdate: '2026-01-01T00:00:00.000Z',
} as const;
const agent = {
  _id: 'b'.repeat(24),
  title: 'Poet',
  instruction: 'Rhyme.',
  files: [],
  teamRoles: [],
  memoryDisabled: false,
  lastUpdate: '2026-01-01T00:00:00.000Z',
};

const follow = () => {
  const { bus, navigation } = createFakeHost();
  const stack$ = new BehaviorSubject<readonly { title: string }[]>([]);
  const title$ = new BehaviorSubject('?');
  shownTitle({ bus, navigation, modals: { stack$ } }).subscribe(title$);
  return { bus, navigation, stack$, title: () => title$.value };
};

test('a new chat has the title of the page', () => {
  expect(follow().title()).toBe('');
});

test('a chat is announced by its title, as soon as it has one', () => {
  const { bus, title } = follow();
  bus.emit(chat.opened, { chatId });
  expect(title()).toBe('');
  bus.emit(chat.opened, { chatId, title: 'Tea' });
  expect(title()).toBe('Tea');
});

test('a collection and an agent are announced until a chat is open', () => {
  const { bus, title } = follow();
  bus.emit(workspace.collectionSelected, { tag });
  expect(title()).toBe('Work');
  bus.emit(chat.opened, { chatId, title: 'Tea' });
  expect(title()).toBe('Tea');
  bus.emit(chat.opened, {});
  bus.emit(workspace.collectionSelected, {});
  bus.emit(workspace.agentSelected, { agent });
  expect(title()).toBe('Poet');
});

test('the topmost dialog is announced while it is open, on each page', () => {
  const { bus, navigation, stack$, title } = follow();
  bus.emit(chat.opened, { chatId, title: 'Tea' });
  stack$.next([{ title: 'Settings' }, { title: 'Profile picture' }]);
  expect(title()).toBe('Profile picture');
  stack$.next([]);
  expect(title()).toBe('Tea');
  navigation.navigate('/team');
  expect(title()).toBe('');
});
