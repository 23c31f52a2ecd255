import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { HelpDialog } from './help-dialog.tsx';

const apps = [
  { store: 'app-store', url: 'https://apps.apple.com/app/id1' },
  { store: 'google-play', url: 'https://play.google.com/store/apps/details?id=test' },
] as const;
const show = (linked: (typeof apps)[number][] = [], host = createFakeHost()) => {
  host.service.answer(calls.help.listApps, () => ({ apps: linked }));
  return renderRemote(contract, <HelpDialog />, { host });
};
const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

test('help has five tabs and begins with Contact Us', () => {
  show();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Contact Us',
    'Overview',
    'Images',
    'Documents',
    'Tips',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Contact Us');
  expect(message().placeholder).toContain('A human reads every message and will reply');
});

test('a message is sent once it is not empty, and the box is cleared', async () => {
  const { host } = show();
  host.service.answer(calls.help.sendHelpMessage, () => ({}));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  await userEvent.type(message(), '  ');
  expect(send.disabled).toBe(true);
  await userEvent.type(message(), 'Hello');
  await userEvent.click(send);
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Success' }]));
  expect(host.service.requests.at(-1)).toMatchObject({
    call: 'help.sendHelpMessage',
    input: { helperPrompt: 'Hello' },
  });
  expect(message().value).toBe('');
});

test('a visitor is asked for the address to which the reply goes, and nobody else', () => {
  const hint = () => screen.queryByText('Include your email address, so that we can reply.');
  const known = show();
  expect(hint()).toBeNull();
  known.end();
  show([], createFakeHost({ user: null }));
  expect(hint()).toBeTruthy();
});

test('a message that could not be sent stays', async () => {
  const { host } = show();
  host.service.answer(calls.help.sendHelpMessage, () => {
    throw new Failure(500, {});
  });
  await userEvent.type(message(), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Failed. Please try again.' }]));
  expect(message().value).toBe('Hello');
});

test('a message stays while the other tabs are read', async () => {
  show();
  await userEvent.type(message(), 'Hello');
  await userEvent.click(screen.getByRole('tab', { name: 'Tips' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Contact Us' }));
  expect(message().value).toBe('Hello');
});

test('a message is there when the dialog opens again, until it is sent', async () => {
  const first = show();
  await userEvent.type(message(), 'Hello');
  first.end();
  const { host } = first;
  host.service.answer(calls.help.sendHelpMessage, () => ({}));
  const second = show([], host);
  expect(message().value).toBe('Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(message().value).toBe(''));
  second.end();
  show([], host);
  expect(message().value).toBe('');
});

/** Sends a message whose answer has not come yet. */
const startSending = async () => {
  const first = show();
  const { host } = first;
  const answer = Promise.withResolvers<Record<string, never>>();
  host.service.answer(calls.help.sendHelpMessage, () => answer.promise);
  await userEvent.type(message(), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  return { first, host, answer };
};

test('a message that was sent while the dialog closed is not there again', async () => {
  const { first, host, answer } = await startSending();
  first.end();
  await act(async () => answer.resolve({}));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Success' }]));
  show([], host);
  expect(message().value).toBe('');
});

test('a message that is being sent is not there to be sent twice, and is there again if that failed', async () => {
  const { first, host, answer } = await startSending();
  first.end();
  const second = show([], host);
  expect(message().value).toBe('');
  second.end();
  await act(async () => answer.reject(new Failure(500, {})));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Failed. Please try again.' }]));
  show([], host);
  expect(message().value).toBe('Hello');
});

test('a message that is being sent when the page ends is there again', async () => {
  const { first, host } = await startSending();
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  first.end();
  show([], host);
  expect(message().value).toBe('Hello');
});

test('a message that was sent is not there again when the page ends', async () => {
  const { first, host, answer } = await startSending();
  await act(async () => answer.resolve({}));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Success' }]));
  act(() => void globalThis.dispatchEvent(new Event('pagehide')));
  first.end();
  show([], host);
  expect(message().value).toBe('');
});

test('what is typed while another message is being sent outlives that', async () => {
  const { first, host, answer } = await startSending();
  first.end();
  const second = show([], host);
  await userEvent.type(message(), 'Another');
  await act(async () => answer.resolve({}));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Success' }]));
  second.end();
  show([], host);
  expect(message().value).toBe('Another');
});

test('what is typed while a message is being sent stays, and the form says that it is sending', async () => {
  const { host, answer } = await startSending();
  await userEvent.click(screen.getByRole('tab', { name: 'Tips' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Contact Us' }));
  expect(screen.getByRole('button', { name: 'Sending' })).toBeTruthy();
  await userEvent.type(message(), ' again');
  await act(async () => answer.resolve({}));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Success' }]));
  expect(message().value).toBe('Hello again');
});

test.each([
  ['Documents', ['PDF, DOCX, TXT, XML, PPTX and XLSX', 'under about 200 pages', 'cannot create PowerPoint decks']],
  ['Tips', ['Assign a role', 'Start new chats often', 'Audit memories', 'Prompt precisely', 'Share problem chats']],
])('the tab %s says what people need to know', async (tab, phrases) => {
  show();
  await userEvent.click(screen.getByRole('tab', { name: tab }));
  const text = screen.getByRole('tabpanel').textContent;
  for (const phrase of phrases) expect(text).toContain(phrase);
});

test('Contact Us shows where the apps are, as the operator has set it', async () => {
  show([...apps]);
  const links = within(await screen.findByRole('list', { name: 'Apps' })).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ href }) => href)).toEqual(apps.map(({ url }) => url));
  expect(links.every((link) => link.target === '_blank' && link.rel.includes('noopener'))).toBe(true);
});

test('Contact Us shows no apps where the operator has set none', async () => {
  const { host } = show();
  await waitFor(() => expect(host.service.requests.map(({ call }) => call)).toContain('help.listApps'));
  expect(screen.queryByRole('list', { name: 'Apps' })).toBeNull();
});

test('Overview links to the commands, the shortcuts, the archive and the user’s data', async () => {
  const { host } = show();
  await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
  for (const name of ['All commands', 'Keyboard shortcuts', 'Archive', 'Your data'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(host.dialogsOpened.map(({ dialog }) => dialog)).toEqual([
    'workspace.commands',
    'workspace.shortcuts',
    'workspace.archive',
    'workspace.data',
  ]);
});
