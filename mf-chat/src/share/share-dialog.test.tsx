import '@atrium/shared-kernel/testing/arabic-browser';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, type FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { chatId } from '../testing/replies.ts';
import { ShareDialog } from './share-dialog.tsx';
import { createdOn } from './share-list.tsx';
import type { Share } from './share.api.ts';

const { listShares, revokeShare, shareChat } = calls.chat;
const shareOf = (change: Partial<Share>): Share => ({
  id: 'first',
  chatId,
  title: 'Of tides',
  createdDate: '2026-07-15T10:00:00.000Z',
  ...change,
});
const refuse = (status: number, body: Record<string, unknown>) => () => {
  throw new Failure(status, body);
};

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  vi.stubGlobal('ClipboardItem', undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)));
  return () => vi.unstubAllGlobals();
});

interface Given {
  readonly shares?: readonly Share[];
  readonly failing?: boolean;
  readonly input?: object;
  readonly share?: NonNullable<FakeHost['device']['share']>;
}
const show = ({ shares = [], failing = false, input = { chatId }, share }: Given = {}) => {
  const host = createFakeHost(share ? { share } : {});
  const list = [...shares];
  host.service.answer(listShares, failing ? refuse(500, { msg: 'Down.' }) : () => ({ shares: list }));
  host.service.answer(shareChat, () => ({ id: 'fresh' }));
  return { ...renderRemote(contract, <ShareDialog />, { host, input }), list };
};
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const links = async () => within(await screen.findByRole('list')).getAllByRole('listitem');
const requests = (host: FakeHost, name: string) => host.service.requests.filter(({ call }) => call === name);

describe('the share dialog', () => {
  test('says what will be seen, and copies a link that it made for that', async () => {
    const { host } = show();
    expect(
      screen.getByText('For privacy, only messages sent before sharing will be visible to those with the link.'),
    ).toBeDefined();
    expect(requests(host, 'chat.shareChat')).toEqual([]);
    await press('Copy Link');
    expect(requests(host, 'chat.shareChat')).toMatchObject([{ input: { chatId } }]);
    expect(copied).toEqual(['http://atrium.test/?id=fresh']);
    expect(host.alertsShown).toEqual([{ message: 'Copied to clipboard.', type: 'info', time: 3000 }]);
  });

  test('gives the clipboard a promise if it accepts one, within the press', async () => {
    const items: Record<string, Promise<Blob>>[] = [];
    vi.stubGlobal('ClipboardItem', function take(item: Record<string, Promise<Blob>>) {
      items.push(item);
    });
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(write).toHaveBeenCalledTimes(1);
    await act(async () => void (await items[0]?.['text/plain']));
    expect(await (await items[0]?.['text/plain'])?.text()).toBe('http://atrium.test/?id=fresh');
    expect(copied).toEqual([]);
  });

  test('has email, a QR code and a download behind More Options where the browser cannot share', async () => {
    const { host } = show();
    await press('More Options');
    const email = await screen.findByRole('link', { name: 'Email' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'More options' }).parentElement);
    expect(email.getAttribute('href')).toBe(
      'mailto:?subject=A%20chat%20on%20Atrium&body=http%3A%2F%2Fatrium.test%2F%3Fid%3Dfresh',
    );
    await press('QR Code');
    expect(screen.getByRole('img', { name: 'QR code of http://atrium.test/?id=fresh' })).toBeDefined();
    await press('Download');
    expect(host.dialogsOpened).toEqual([{ dialog: 'chat.exportChats', props: { chatIds: [chatId] } }]);
    expect(requests(host, 'chat.shareChat')).toHaveLength(1);
  });

  test('gives the link to what the device shares with, where it can', async () => {
    const share = vi.fn<NonNullable<FakeHost['device']['share']>>(() => Promise.resolve());
    show({ share });
    await press('More Options');
    expect(share).toHaveBeenCalledWith({ title: 'A chat on Atrium', url: 'http://atrium.test/?id=fresh' });
  });

  test('does one thing at a time', async () => {
    const answer = Promise.withResolvers<{ id: string }>();
    const share = vi.fn<NonNullable<FakeHost['device']['share']>>(() => Promise.resolve());
    const { host } = show({ share });
    host.service.answer(shareChat, () => answer.promise);
    await press('Copy Link');
    await press('Copy Link');
    await press('More Options');
    await act(async () => answer.resolve({ id: 'late' }));
    await waitFor(() => expect(copied).toEqual(['http://atrium.test/?id=late']));
    expect(requests(host, 'chat.shareChat')).toHaveLength(1);
    expect(share).not.toHaveBeenCalled();
  });

  test('gives the plain address where there is no chat', async () => {
    const { host } = show({ input: {} });
    await press('Copy Link');
    expect(copied).toEqual(['http://atrium.test']);
    expect(requests(host, 'chat.shareChat')).toEqual([]);
  });

  test.each([
    ['the words of the service', { msg: 'A secure chat cannot be shared.' }, 'A secure chat cannot be shared.'],
    ['its own words', {}, 'Failed to share chat, please try again'],
  ])('shows a failure once, in %s', async (_, body, message) => {
    const { host } = show();
    host.service.answer(shareChat, refuse(400, body));
    await press('Copy Link');
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(copied).toEqual([]);
  });

  test('has these where the browser refuses to share, too, without saying that it failed', async () => {
    const { host } = show({ share: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
    await press('More Options');
    expect(await screen.findByRole('link', { name: 'Email' })).toBeDefined();
    expect(host.alertsShown).toEqual([]);
  });

  test('shows that the clipboard refused', async () => {
    const { host } = show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied'));
    await press('Copy Link');
    expect(host.alertsShown).toEqual([{ message: 'Failed to copy', type: 'error', time: 5000 }]);
  });
});

describe('the links that are there', () => {
  const later = shareOf({ id: 'second', createdDate: '2026-08-01T10:00:00.000Z' });
  const elsewhere = shareOf({ id: 'third', chatId: 'e'.repeat(24), title: '' });

  test('have their date, in English in every browser', () => {
    expect(createdOn(later)).toMatch(/^Aug 1, 2026/);
  });

  test('are those of this chat, and of all chats on demand', async () => {
    show({ shares: [later, shareOf({}), elsewhere] });
    expect((await links()).map((link) => link.textContent)).toEqual([
      `Created ${createdOn(later)}`,
      `Created ${createdOn(shareOf({}))}`,
    ]);
    await press('Show 1 more from other chats');
    expect((await links()).map((link) => link.textContent)).toEqual([
      `Of tidesCreated ${createdOn(later)}`,
      `Of tidesCreated ${createdOn(shareOf({}))}`,
      `Untitled chatCreated ${createdOn(elsewhere)}`,
    ]);
    expect(screen.getByRole('region', { name: 'All your links' })).toBe(document.activeElement);
  });

  test('show that there is none, and include one that is created then', async () => {
    const { list } = show();
    expect(await screen.findByText('No one has a link to this chat.')).toBeDefined();
    list.push(shareOf({ id: 'fresh' }));
    await press('Copy Link');
    expect(await links()).toHaveLength(1);
  });

  test('are copied each by itself, and opened in a new tab to see what others see', async () => {
    show({ shares: [later, shareOf({})] });
    await press(`Copy the link from ${createdOn(later)}`);
    expect(copied).toEqual(['http://atrium.test/?id=second']);
    const link = screen.getByRole('link', { name: `Created ${createdOn(later)}` });
    expect(link.getAttribute('href')).toBe('http://atrium.test/?id=second');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('end after a confirmation; the row disappears and the focus stays in the list', async () => {
    const { host } = show({ shares: [later, shareOf({})] });
    host.service.answer(revokeShare, () => ({}));
    await press(`Revoke the link from ${createdOn(later)}`);
    await waitFor(async () => expect(await links()).toHaveLength(1));
    expect(host.dialogsOpened).toMatchObject([
      { dialog: 'shell.confirm', props: { title: 'Revoke link', danger: true } },
    ]);
    expect(requests(host, 'chat.revokeShare')).toMatchObject([{ input: { shareId: 'second' } }]);
    expect(screen.getByRole('region', { name: 'Links to this chat' })).toBe(document.activeElement);
  });

  test('are no longer offered in other ways once they are revoked, and a new one can be created', async () => {
    const { host, list } = show();
    host.service.answer(revokeShare, () => ({}));
    list.push(shareOf({ id: 'fresh' }));
    await press('More Options');
    expect(await links()).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Email' })).toBeDefined();
    list.pop();
    await press(/^Revoke/);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Email' })).toBeNull());
    host.service.answer(shareChat, () => ({ id: 'newer' }));
    await press('More Options');
    const email = await screen.findByRole('link', { name: 'Email' });
    expect(email.getAttribute('href')).toContain('id%3Dnewer');
  });

  test('stay offered in other ways while another one is revoked', async () => {
    const { host, list } = show({ shares: [later] });
    host.service.answer(revokeShare, () => ({}));
    list.push(shareOf({ id: 'fresh' }));
    await press('More Options');
    expect(await links()).toHaveLength(2);
    list.shift();
    await press(`Revoke the link from ${createdOn(later)}`);
    await waitFor(async () => expect(await links()).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Email' })).toBeDefined();
  });

  test('stay where the person does not confirm, or the service refuses', async () => {
    const { host } = show({ shares: [later] });
    host.confirmAnswer = false;
    await press(/^Revoke/);
    expect(requests(host, 'chat.revokeShare')).toEqual([]);
    host.confirmAnswer = true;
    host.service.answer(revokeShare, refuse(500, {}));
    await press(/^Revoke/);
    const message = 'Failed to revoke the link, please try again.';
    await waitFor(() => expect(host.alertsShown).toEqual([{ message, type: 'error', time: 5000 }]));
    expect(await links()).toHaveLength(1);
  });

  test('can be fetched again where that fails', async () => {
    const { host } = show({ failing: true });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your links.Down.');
    host.service.answer(listShares, () => ({ shares: [later] }));
    await press('Retry');
    expect(await links()).toHaveLength(1);
  });
});
