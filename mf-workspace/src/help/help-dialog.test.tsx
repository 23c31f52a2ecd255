import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { HelpDialog } from './help-dialog.tsx';

const show = () => renderRemote(contract, <HelpDialog />, { host: createFakeHost() });
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
  expect(host.service.requests).toMatchObject([{ call: 'help.sendHelpMessage', input: { helperPrompt: 'Hello' } }]);
  expect(message().value).toBe('');
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

test.each([
  ['Documents', ['PDF, DOCX, TXT, XML, PPTX and XLSX', 'under about 200 pages', 'cannot create PowerPoint decks']],
  ['Tips', ['Assign a role', 'Start new chats often', 'Audit memories', 'Prompt precisely', 'Share problem chats']],
])('the tab %s says what people need to know', async (tab, phrases) => {
  show();
  await userEvent.click(screen.getByRole('tab', { name: tab }));
  const text = screen.getByRole('tabpanel').textContent;
  for (const phrase of phrases) expect(text).toContain(phrase);
});
