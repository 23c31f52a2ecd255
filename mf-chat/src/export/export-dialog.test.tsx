import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { chatId, storedMessage } from '../testing/replies.ts';
import { ExportDialog } from './export-dialog.tsx';

const otherId = 'e'.repeat(24);
const createdDate = '2026-11-21T12:00:00.000Z';
const stored = storedMessage({ createdDate, thoughts: ['Think of light.'], modal: 'demo-large' });
const written =
  '# Of tides\n\n## You, 2026-11-21 12:00\n\n> Why is the sky blue?\n\n## Assistant\n\nBecause of scattering.\n';

let saved: { name: string; content: Blob }[] = [];
let items: Record<string, Blob | Promise<Blob>>[] = [];
beforeEach(() => {
  saved = [];
  items = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    last = blob as Blob;
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: last! });
  });
  vi.stubGlobal('ClipboardItem', function take(item: Record<string, Blob | Promise<Blob>>) {
    items.push(item);
  });
  vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

const show = ({ chatIds = [chatId], user = testUser(), secure = false, failing = false } = {}) => {
  const host = createFakeHost({ user });
  host.service.answer(calls.chat.getChat, (input) => {
    if (failing) throw new Failure(500, { msg: 'Down.' });
    if (input.chatId === otherId) throw failureOf('unknown-chat');
    const chat = { _id: input.chatId, title: 'Of tides', tags: [], secure, createdDate };
    return { chat, messages: [stored, storedMessage({ pending: true, prompt: 'Still on its way' })] };
  });
  return renderRemote(contract, <ExportDialog />, { host, input: { chatIds } });
};
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};

test('a whole chat is copied as rich text with its Markdown beside it, or as Markdown alone', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { host } = show();
  await press('Copy as rich text');
  expect(await (await items[0]!['text/plain'])!.text()).toBe(written);
  expect(await (await items[0]!['text/html'])!.text()).toContain('<h1>Of tides</h1>');
  await press('Copy as Markdown');
  expect(write).toHaveBeenCalledExactlyOnceWith(written);
  expect(host.alertsShown.map(({ message }) => message)).toEqual(['Copied to clipboard', 'Copied to clipboard']);
});

test('an export has no thoughts, no model for anybody but product admins, and no answer that is on its way', async () => {
  show();
  await press('Save as Markdown');
  expect(saved.map(({ name }) => name)).toEqual(['2026-11-21 Of tides.md']);
  expect(await saved[0]!.content.text()).toBe(written);
});

test('product admins read in an export which model answered', async () => {
  show({ user: testUser({ booktAdmin: true }) });
  await press('Save as Markdown');
  expect(await saved[0]!.content.text()).toBe(written.replace('Assistant', 'demo-large'));
});

test('a chat becomes a PDF; one that is too long for it can be saved as Markdown', async () => {
  const { host } = show();
  host.service.answer(calls.files.generateDocument, () => ({ url: '/objects/documents/x.pdf' }));
  await press('Save as PDF');
  await waitFor(() => expect(host.tabs).toEqual(['/objects/documents/x.pdf']));
  const input = { type: 'pdf', title: 'Of tides', markdown: written.replace('# Of tides\n', '') };
  expect(host.service.requests.at(-1)?.input).toEqual(input);
  host.service.answer(calls.files.generateDocument, () => {
    throw failureOf('document-too-large');
  });
  await press('Save as PDF');
  const message = 'This chat is too long for one PDF. Save it as Markdown instead.';
  await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ message, type: 'error' }));
});

test('a user without a plan can still copy and save, but the service creates no PDF for them', async () => {
  show({ user: testUser({ subscriptionEndDate: '2020-01-01T00:00:00.000Z' }) });
  await screen.findByRole('button', { name: 'Save as Markdown' });
  expect(screen.queryByRole('button', { name: 'Save as PDF' })).toBeNull();
});

test('several chats are saved as one zip; one that was deleted meanwhile is left out and counted', async () => {
  show({ chatIds: [chatId, otherId], secure: true });
  expect(await screen.findByText('1 chat was deleted in the meantime.')).toBeDefined();
  expect(screen.getByText(/Some of these are secure chats/)).toBeDefined();
  await press('Save as Markdown (zip)');
  await waitFor(() => expect(saved).toHaveLength(1));
  const files = unzipSync(new Uint8Array(await saved[0]!.content.arrayBuffer()));
  expect(Object.keys(files)).toEqual([`2026-11-21 Of tides ${chatId}.md`]);
  expect(strFromU8(Object.values(files)[0]!)).toContain('Because of scattering.');
});

test('a chat that could not be read shows the reason, and can be requested again', async () => {
  const { host } = show({ failing: true });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to get chats.Down.');
  host.service.answer(calls.chat.getChat, () => ({ messages: [stored] }));
  await press('Retry');
  expect(await screen.findByRole('button', { name: 'Copy as Markdown' })).toBeDefined();
});
