import { createFakeHost, testFiller, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatId, messageId, storedMessage } from '../testing/replies.ts';
import { input, renderChat } from '../testing/screen.tsx';

const filled = (slot: string, ...labels: readonly string[]) => ({
  fillers: { [slot]: labels.map((label) => testFiller(label)) },
});
const shown = ({ host }: ReturnType<typeof renderChat>) => host.fillersShown;
const click = (element: Element) => act(async () => void fireEvent.click(element));
/** Users without a plan see what Atrium is in a list below. */
const cards = () =>
  within(screen.getByRole('region', { name: 'Welcome' }))
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('button'));
const answered = { path: `/?chat=${chatId}`, messages: [storedMessage({ modal: 'demo-1' })] };

test('actions of others are shown above the composer, and one is rendered once chosen: it gets the mode, and its result is appended to the draft', async () => {
  const rendered = renderChat({ host: filled('chat.composerActions', 'Templates', 'Snippets') });
  fireEvent.change(input(), { target: { value: 'Dear Ada,' } });
  const group = await screen.findByRole('group', { name: 'More for your message' });
  expect(
    within(group)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Templates', 'Snippets']);
  expect(shown(rendered)).toEqual([]);
  await click(screen.getByRole('button', { name: 'Image mode' }));
  await click(screen.getByRole('button', { name: 'Snippets' }));
  const panel = await screen.findByRole('region', { name: 'Snippets' });
  expect(within(panel).getByText('drawn by Snippets')).toBeTruthy();
  expect(document.activeElement).toBe(panel);
  expect(shown(rendered)).toMatchObject([{ id: 'snippets', input: { mode: 'image' } }]);
  act(() => shown(rendered)[0]!.close({ insert: 'Best wishes' }));
  expect(screen.queryByRole('region', { name: 'Snippets' })).toBeNull();
  expect(input().value).toBe('Dear Ada,\nBest wishes');
  expect(document.activeElement).toBe(input());
});

test('what others add can be closed without them: by its button, by Escape, by choosing it again', async () => {
  renderChat({ host: filled('chat.composerActions', 'Templates') });
  const open = async () => {
    await click(await screen.findByRole('button', { name: 'Templates' }));
    return screen.findByRole('region', { name: 'Templates' });
  };
  const expectClosed = () => expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull();
  const panel = await open();
  // The key cancels what an input method offers.
  fireEvent.keyDown(panel, { key: 'Escape', keyCode: 229 });
  expect(panel.isConnected).toBe(true);
  fireEvent.keyDown(panel, { key: 'Escape' });
  expectClosed();
  await open();
  await click(screen.getByRole('button', { name: 'Close Templates' }));
  expectClosed();
  await open();
  await click(screen.getByRole('button', { name: 'Templates' }));
  expectClosed();
  expect(input().value).toBe('');
});

test('in secure mode no other remote adds to a message', async () => {
  renderChat({ user: testUser({ booktAdmin: true }), host: filled('chat.composerActions', 'Templates') });
  await screen.findByRole('button', { name: 'Templates' });
  await click(screen.getByRole('button', { name: 'Secure mode' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Templates' })).toBeNull());
});

test('cards of other remotes follow the own four for users who can chat, and start a message', async () => {
  const rendered = renderChat({ host: filled('chat.welcomeCards', 'Interview') });
  await waitFor(() => expect(cards()).toHaveLength(5));
  expect(cards().map((card) => card.querySelector('span')?.textContent)).toEqual([
    'Upload',
    'Research',
    'Image Mode',
    'Memory',
    'Interview',
  ]);
  await click(screen.getByRole('button', { name: 'Interview' }));
  await screen.findByText('drawn by Interview');
  act(() => shown(rendered)[0]!.close({ insert: 'Ask me three questions.' }));
  expect(input().value).toBe('Ask me three questions.');
  rendered.end();
  renderChat({ user: testUser({ subscriptionEndDate: undefined }), host: filled('chat.welcomeCards', 'Interview') });
  await act(async () => undefined);
  expect(cards()).toHaveLength(4);
});

test('actions of other remotes on an answer receive its ids', async () => {
  const rendered = renderChat({ ...answered, host: filled('chat.messageActions', 'Save as note') });
  await click(await screen.findByRole('button', { name: 'More actions' }));
  await click(await screen.findByRole('menuitem', { name: 'Save as note' }));
  expect(await screen.findByText('drawn by Save as note')).toBeTruthy();
  expect(shown(rendered)).toMatchObject([{ input: { chatId, messageId, role: 'assistant' } }]);
  act(() => shown(rendered)[0]!.close());
  expect(screen.queryByText('drawn by Save as note')).toBeNull();
});

test('without fillers the screen has only its own parts', async () => {
  renderChat({ ...answered, host: { fillers: {} } });
  await screen.findByRole('button', { name: 'Copy as Markdown' });
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'More for your message' })).toBeNull();
  expect(createFakeHost().slots).toBeUndefined();
});
