import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import * as events from '#contracts/events';
import { testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chatId, messageId, numbered, storedMessage } from '../testing/replies.ts';
import { input, renderChat, sendPrompt } from '../testing/screen.tsx';

const path = '/?id=abc-DEF_123';
const shared = storedMessage({
  _id: 'e'.repeat(24),
  userFiles: [{ _id: 'f1', name: 'a.txt', type: 'text/plain', url: '/objects/a/b/c/a.txt?share=abc-DEF_123' }],
});
const sharer = { firstName: 'Grace', lastName: 'Hopper' };
const firstEvents = numbered(
  { type: 'chatId', chatId },
  { type: 'id', id: messageId },
  { type: 'modal', modal: 'demo-1' },
);

const show = ({ user, title = 'Of the sky' }: { user?: User | null; title?: string } = {}) => {
  const rendered = renderChat(user === undefined ? {} : { user });
  rendered.host.service.answer(calls.chat.getSharedChat, () => ({ user: sharer, messages: [shared], title }));
  act(() => rendered.host.navigation.navigate(path));
  return rendered;
};
const conversation = () => screen.findByRole('list', { name: 'Conversation' });
const requests = ({ host }: ReturnType<typeof renderChat>, call: string) =>
  host.service.requests.filter((request) => request.call === call).map((request) => request.input);

describe('a shared chat', () => {
  test('is readable for a visitor, with its author, and with the ways to join instead of the composer', async () => {
    const rendered = show({ user: null });
    expect((await conversation()).textContent).toContain('Because of scattering.');
    expect(requests(rendered, 'chat.getSharedChat')).toEqual([{ messageId: 'abc-DEF_123' }]);
    expect(screen.getByText('Shared by Grace Hopper')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Of the sky' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    for (const name of ['Join Today', 'Create a Team', 'Login'])
      expect(screen.getByRole('link', { name })).toBeDefined();
    const actions = within(screen.getByRole('group', { name: 'Answer' })).getAllByRole('button');
    expect(actions.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Copy as rich text',
      'Copy as Markdown',
    ]);
    expect(screen.queryByText('Continue this chat')).toBeNull();
  });

  test('gives the document that the assistant made by its name and the link', async () => {
    const { host } = renderChat({ user: null });
    const assistantFileUrl = '/objects/documents/a/b/The%20sky.md?share=abc-DEF_123';
    const created = storedMessage({ assistantFileUrl, assistantFileType: 'text/markdown' });
    host.service.answer(calls.chat.getSharedChat, () => ({ user: sharer, messages: [created] }));
    act(() => host.navigation.navigate(path));
    const link = await screen.findByRole('link', { name: /^The sky\.md/ });
    expect(link.getAttribute('href')).toBe(assistantFileUrl);
    expect(link.textContent).toBe('The sky.mdMARKDOWN');
  });

  test('is read-only for users without a plan', async () => {
    show({ user: testUser({ subscriptionEndDate: undefined }) });
    await conversation();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Join Today' })).toBeDefined();
  });

  test('continues as an own chat: by the link, with its title, and with the files of the copy', async () => {
    const rendered = show();
    const { host, reply } = rendered;
    await conversation();
    expect(await screen.findByText('Continue this chat')).toBeDefined();
    const copy = [
      { ...shared, _id: 'f'.repeat(24), userFiles: [{ ...shared.userFiles[0]!, url: '/objects/a/b/c/a.txt' }] },
      storedMessage({ pending: true, content: '' }),
    ];
    host.service.answer(calls.chat.getChat, () => ({ messages: copy, sharedBy: 'Grace Hopper' }));
    host.service.answer(calls.files.objectFromPresignedUrl, () => ({ url: '/objects/signed' }));
    await sendPrompt('And at night?');
    expect(requests(rendered, 'chat.streamReply')).toMatchObject([{ shareId: 'abc-DEF_123', prompt: 'And at night?' }]);
    expect(requests(rendered, 'chat.streamReply')[0]).not.toHaveProperty('id');
    reply.push(...firstEvents, { seq: 4, type: 'text', text: 'Dark.' });
    await waitFor(async () => expect((await conversation()).textContent).toMatch(/scattering\..*Dark\./));
    expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`);
    expect(host.eventsSeen.find(({ event }) => event === 'chat.created')?.payload).toMatchObject({
      chat: { _id: chatId, title: 'Of the sky', sharedBy: 'Grace Hopper' },
    });
    expect(requests(rendered, 'chat.nameChat')).toEqual([]);
    expect(screen.getByText('Shared by Grace Hopper')).toBeDefined();
    expect(screen.queryByText('Continue this chat')).toBeNull();
    await waitFor(() => expect(requests(rendered, 'chat.getChat')).toHaveLength(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Open a.txt' }));
    await waitFor(() =>
      expect(requests(rendered, 'files.objectFromPresignedUrl')).toEqual([
        { identifierString: '/objects/a/b/c/a.txt' },
      ]),
    );
  });

  test('without a title is named by the message that continues it', async () => {
    const rendered = show({ title: '' });
    await conversation();
    rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [] }));
    await sendPrompt('And at night?');
    rendered.reply.push(...firstEvents);
    await waitFor(() => expect(requests(rendered, 'chat.nameChat')).toMatchObject([{ chatId }]));
  });

  test('keeps what was written where the message is refused, and can be sent again', async () => {
    const { host } = show();
    await conversation();
    host.service.answer(calls.chat.streamReply, () => {
      throw failureOf('no-longer-shared');
    });
    await sendPrompt('And at night?');
    await waitFor(() => expect(input().value).toBe('And at night?'));
    expect(host.alertsShown).toMatchObject([{ message: 'This chat is no longer shared.', type: 'error' }]);
    expect(host.navigation.location$.value.search).toBe('?id=abc-DEF_123');
  });

  test('whose link was revoked says so, and offers neither composer nor retry', async () => {
    const { host } = renderChat();
    host.service.answer(calls.chat.getSharedChat, () => {
      throw failureOf('no-longer-shared');
    });
    act(() => host.navigation.navigate(path));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This chat is no longer shared');
    expect(within(alert).getByRole('link', { name: 'Go to the main screen' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('that cannot be fetched says so, and is fetched again on Retry', async () => {
    const { host } = renderChat({ user: null });
    host.service.answer(calls.chat.getSharedChat, () => {
      throw new Failure(500, { msg: 'The archive is closed.' });
    });
    act(() => host.navigation.navigate(path));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to get shared chat.The archive is closed.',
    );
    host.service.answer(calls.chat.getSharedChat, () => ({ user: sharer, messages: [shared] }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await conversation()).textContent).toContain('Because of scattering.');
  });

  test('is left for a new chat, whose address has no link', async () => {
    const { host } = show();
    await conversation();
    await act(async () => host.bus.emit(events.workspace.newChatRequested, {}));
    expect(screen.getByRole('region', { name: 'Welcome' })).toBeDefined();
    expect(host.navigation.location$.value.search).not.toContain('id=');
    expect(screen.queryByText('Shared by Grace Hopper')).toBeNull();
  });
});

describe('a copy of a shared chat', () => {
  test('says who shared it', async () => {
    const { host } = renderChat();
    host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()], sharedBy: 'Grace Hopper' }));
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    expect(await screen.findByText('Shared by Grace Hopper')).toBeDefined();
  });
});

describe('reporting an answer', () => {
  const open = async () => {
    const rendered = renderChat();
    rendered.host.service.answer(calls.chat.getChat, () => ({ messages: [storedMessage()] }));
    act(() => rendered.host.navigation.navigate(`/?chat=${chatId}`));
    await conversation();
    return rendered;
  };
  const report = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Report answer' })));
  const buttons = () => screen.queryByRole('group', { name: 'Answer' });

  test('thanks for it, and hides the buttons of the answer', async () => {
    const rendered = await open();
    rendered.host.service.answer(calls.chat.reportMessage, () => ({}));
    expect(buttons()).not.toBeNull();
    await report();
    await waitFor(() => expect(buttons()).toBeNull());
    expect(requests(rendered, 'chat.reportMessage')).toEqual([{ chatMessage: messageId }]);
    expect(rendered.host.alertsShown).toMatchObject([
      { type: 'info', message: 'You have successfully reported this AI content.' },
    ]);
  });

  test('of one that was reported before says so, and hides the buttons too', async () => {
    const { host } = await open();
    host.service.answer(calls.chat.reportMessage, () => {
      throw failureOf('already-reported');
    });
    await report();
    await waitFor(() => expect(buttons()).toBeNull());
    expect(host.alertsShown).toMatchObject([{ type: 'error', message: 'You have already reported this content.' }]);
  });

  test.each([
    ['a failure that the service explains', 500, { msg: 'Reports are closed today.' }, 'Reports are closed today.'],
    ['one without a word', 502, {}, 'Failed to report, please try again.'],
  ])('that fails by %s says so and can be tried again', async (_, status, body, message) => {
    const { host } = await open();
    host.service.answer(calls.chat.reportMessage, () => {
      throw new Failure(status, body);
    });
    await report();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'error', message }]));
    expect(buttons()).not.toBeNull();
  });

  test('does nothing where the person thinks better of it', async () => {
    const rendered = await open();
    rendered.host.confirmAnswer = false;
    await report();
    expect(requests(rendered, 'chat.reportMessage')).toEqual([]);
    expect(buttons()).not.toBeNull();
  });
});
