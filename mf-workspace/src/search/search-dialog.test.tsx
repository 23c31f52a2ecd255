import '@atrium/shared-kernel/testing/arabic-browser';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { chatOf, chatsOf, tagOf } from '../testing/chats.ts';
import { splitAt, SearchDialog } from './search-dialog.tsx';

const tags = [tagOf({ name: 'Work' })];
const messageId = 'e'.repeat(24);
const chats = [
  chatOf({ title: 'Coast', matchingMessage: { _id: messageId, content: '…the LIGHTHOUSE of Alexandria…' } }),
  chatOf({ title: 'A lighthouse keeper' }),
];
const show = (answer: () => Chat[] = () => chats, input = {}) => {
  const host = createFakeHost();
  host.service.answer(calls.chat.searchMessages, () => ({ chats: answer() }));
  host.service.answer(calls.tags.listTags, () => ({ tags }));
  return renderRemote(contract, <SearchDialog />, { host, input });
};
const searches = (host: ReturnType<typeof show>['host']) =>
  host.service.requests.filter(({ call }) => call === 'chat.searchMessages').map(({ input }) => input);
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search chats' });
const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
const list = () => screen.findByRole('listbox', { name: 'Chats found' });
const found = async () => within(await list()).getAllByRole('option');
const chosen = () =>
  within(screen.getByRole('listbox', { name: 'Chats found' })).getByRole('option', { selected: true });
const active = () => chosen().textContent;

test('begins in the field and says what can be searched', () => {
  show();
  expect(document.activeElement).toBe(field());
  expect(screen.getByText('Search covers titles and every message.')).toBeTruthy();
});

test('marks what was found in titles and passages; the arrow keys go round, Enter gives the chat', async () => {
  const { host, closed } = show();
  await userEvent.type(field(), 'lighthouse{Enter}');
  await found();
  expect(searches(host)).toEqual([{ searchTerm: 'lighthouse' }]);
  expect(marks()).toEqual(['LIGHTHOUSE', 'lighthouse']);
  expect(active()).toContain('Coast');
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toContain('keeper');
  expect(field().getAttribute('aria-activedescendant')).toBe(chosen().id);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(closed).toEqual([{ chatId: chats[1]?._id }]);
});

test('Enter that ends a composition of an input method opens nothing', async () => {
  const { closed } = show(undefined, { term: 'lighthouse' });
  await found();
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  expect(closed).toEqual([]);
});

test('a click opens too', async () => {
  const { closed } = show();
  await userEvent.type(field(), 'lighthouse{Enter}');
  await userEvent.click(await screen.findByText('Coast'));
  expect(closed).toEqual([{ chatId: chats[0]?._id, messageId }]);
});

test('a search requested elsewhere starts at once', async () => {
  const { host } = show(undefined, { term: 'lighthouse' });
  expect(await found()).toHaveLength(2);
  expect(field().value).toBe('lighthouse');
  expect(searches(host)).toHaveLength(1);
});

test('shows that there is none', async () => {
  show(() => []);
  await userEvent.type(field(), 'xyz{Enter}');
  expect(await screen.findByText('No chats match “xyz”')).toBeTruthy();
});

test('says where the newest matches are not all, for everyone to read', async () => {
  let results = 49;
  show(() => chatsOf(results));
  await userEvent.type(field(), 'chat{Enter}');
  expect(await screen.findByText('49 chats found')).toHaveProperty('className', 'said');
  results = 50;
  await userEvent.keyboard('s');
  await userEvent.type(field(), '{Enter}');
  const said = await screen.findByText('Showing the 50 newest matches. Add words to find older ones.');
  expect(said.getAttribute('aria-live')).toBe('polite');
  expect(said).toHaveProperty('className', 'full');
});

test('says that it is searching, then that it failed, and tries again', async () => {
  let broken = true;
  show(() => {
    if (broken) throw new Failure(500, 'Busy.');
    return chats;
  });
  await userEvent.type(field(), 'light');
  expect(screen.getByRole('status', { name: 'Searching' })).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Couldn’t search chats.')).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await found()).toHaveLength(2);
});

test.each([
  ['Straße in Köln', 'KÖLN', ['Straße in ', 'Köln', '']],
  ['привет, Мир', 'мир', ['привет, ', 'Мир', '']],
  ['東京の灯台', '灯台', ['東京の', '灯台', '']],
  ['a+b (c)', '+b (', ['a', '+b (', 'c)']],
  ['Said with AI', 'ai', ['Said with ', 'AI', '']],
  ['Fürs Recht', 'r', ['Fürs ', 'R', 'echt']],
  ['使用AI', 'ai', ['使用', 'AI', '']],
  ['He said', 'ai', ['He said']],
])('%s contains %s', (text, term, parts) => {
  expect(splitAt(text, term)).toEqual(parts);
});

test('subscribers search from the left bar and land at the message in the chat; others have no search', async () => {
  const listed = (host: ReturnType<typeof createFakeHost>) => {
    host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : chats }));
    host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
    host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
    return renderRemote(contract, <LeftBar />, { host });
  };
  const host = createFakeHost();
  host.dialogResult = { chatId: chats[0]?._id, messageId };
  const shown = listed(host);
  await userEvent.click(screen.getByRole('button', { name: 'Search chats' }));
  expect(host.dialogsOpened).toEqual([{ dialog: 'workspace.search', props: {} }]);
  await waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chats[0]?._id}`));
  expect(host.eventsSeen).toEqual([
    { event: 'workspace.messageChosen', payload: { chatId: chats[0]?._id, messageId } },
  ]);
  shown.end();
  listed(createFakeHost({ user: testUser({ subscriptionEndDate: undefined }) }));
  await screen.findByRole('link', { name: 'Coast' });
  expect(screen.queryByRole('button', { name: 'Search chats' })).toBeNull();
});

test('results show their date, and can be limited to a period and a collection', async () => {
  const { host } = show(() => [chatOf({ title: 'Coast', lastUpdate: '2026-03-05T12:00:00.000Z' })]);
  await userEvent.type(field(), 'lighthouse{Enter}');
  expect((await found())[0]!.querySelector('time')?.textContent).toBe('Mar 5, 2026');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Past 7 days');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Collection' }), 'Work');
  const [plain, week, both] = searches(host) as { since?: string; tagId?: string }[];
  expect(plain).toEqual({ searchTerm: 'lighthouse' });
  expect(week).toEqual({ searchTerm: 'lighthouse', since: expect.stringMatching(/^20\d\d-/) });
  expect(both).toMatchObject({ since: expect.any(String), tagId: tags[0]!._id });
});
