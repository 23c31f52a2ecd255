import { readFileSync } from 'node:fs';
import type { Alerts } from '@atrium/shared-kernel/remote';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WaitingItem } from './database.ts';
import { OfflineNote } from './offline-note.tsx';

const item = (id: number, change: Partial<WaitingItem> = {}): WaitingItem => ({
  id,
  person: 'a',
  call: 'chat.renameChat',
  input: { title: `Title ${id}` },
  sets: `title ${id}`,
  subjects: [],
  words: `Rename “Tea” to “Title ${id}”`,
  at: 0,
  state: 'waiting',
  tries: 0,
  ...change,
});

const show = (online: boolean, ...items: WaitingItem[]) => {
  const [online$, items$] = [new BehaviorSubject(online), new BehaviorSubject<readonly WaitingItem[]>(items)];
  const cancel = vi.fn<(id: number) => Promise<boolean>>().mockResolvedValue(true);
  const retry = vi.fn<(id: number) => Promise<void>>().mockResolvedValue();
  const restore = vi.fn<(taken: WaitingItem) => Promise<void>>().mockResolvedValue();
  const alert = vi.fn<Alerts['show']>().mockReturnValue('');
  render(<OfflineNote online$={online$} queue={{ items$, cancel, restore, retry }} alerts={{ show: alert }} />);
  return { restore, alert, online$, items$, cancel, retry, user: userEvent.setup() };
};
const list = () => screen.queryByRole('region', { name: 'Waiting changes' });

test('what waits is one press away, in order, and can be discarded; Escape and a press elsewhere close it', async () => {
  const { user, cancel, alert, restore } = show(false, item(1), item(2));
  expect(screen.getByRole('status').textContent).toContain('You’re offline');
  const button = screen.getByRole('button', { name: '2 waiting' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  const rows = within(list()!).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['Rename “Tea” to “Title 1”', 'Rename “Tea” to “Title 2”']);
  await user.click(screen.getByRole('button', { name: 'Discard: Rename “Tea” to “Title 2”' }));
  expect(cancel).toHaveBeenCalledExactlyOnceWith(2);
  await vi.waitFor(() => expect(alert).toHaveBeenCalledTimes(1));
  alert.mock.calls[0]?.[0].action?.onSelect();
  expect(restore).toHaveBeenCalledExactlyOnceWith(item(2));
  // The key cancels what an input method offers.
  fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 229 });
  expect(list()).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(list()).toBeNull();
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.click(document.body);
  expect(list()).toBeNull();
});

test('a lost network is announced by a part that is not hidden before', () => {
  const style = document.createElement('style');
  style.textContent = readFileSync(`${import.meta.dirname}/offline-note.module.css`, 'utf8');
  document.head.append(style);
  onTestFinished(() => style.remove());
  const { online$, items$ } = show(true);
  const status = screen.getByRole('status');
  act(() => online$.next(false));
  expect(status.textContent).toContain('You’re offline');
  // The rest of the empty note is hidden.
  act(() => online$.next(true));
  expect(getComputedStyle(status.parentElement!).visibility).toBe('hidden');
  act(() => items$.next([item(1)]));
  expect(getComputedStyle(status.parentElement!).visibility).not.toBe('hidden');
});

test('the state is announced once, not with each waiting change', () => {
  const { items$ } = show(false, item(1));
  const status = screen.getByRole('status');
  const before = status.textContent;
  act(() => items$.next([item(1), item(2)]));
  expect(status.textContent).toBe(before);
  expect(screen.getByRole('button', { name: '2 waiting' })).toBeDefined();
});

test('what is on its way cannot be discarded; with the last change the note goes', async () => {
  const { user, items$ } = show(true, item(1, { state: 'sending' }));
  await user.click(screen.getByRole('button', { name: 'Sending 1 change' }));
  expect(screen.queryByRole('button', { name: /Discard/ })).toBeNull();
  expect(list()?.textContent).toContain('On its way');
  act(() => items$.next([]));
  expect(screen.queryByRole('button')).toBeNull();
});

test('what was refused says why, keeps what was typed, and goes again when its person says so', async () => {
  const { user, retry } = show(true, item(1, { state: 'refused', reason: 'It was renamed elsewhere.' }));
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: '1 not saved' }));
  expect(list()?.textContent).toContain('It was renamed elsewhere.');
  await user.click(screen.getByRole('button', { name: 'Copy text' }));
  expect(write).toHaveBeenCalledWith('Title 1');
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  expect(retry).toHaveBeenCalledExactlyOnceWith(1);
});

test.each([
  ['on a page without a clipboard', undefined],
  ['with a clipboard that refuses texts', { writeText: () => Promise.reject(new Error('denied')) }],
])('a copy that fails says so, %s', async (_, clipboard) => {
  const { user, alert } = show(true, item(1, { state: 'refused', reason: 'It was renamed elsewhere.' }));
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
  await user.click(screen.getByRole('button', { name: '1 not saved' }));
  await user.click(screen.getByRole('button', { name: 'Copy text' }));
  await vi.waitFor(() => expect(alert).toHaveBeenCalledTimes(1));
  expect(alert.mock.calls[0]?.[0]).toMatchObject({ type: 'error', message: 'Failed to copy' });
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
});

test('what is behind a refused change is not said to be on its way, and says what it waits for', async () => {
  const refused = item(1, { state: 'refused', reason: 'It was renamed elsewhere.', subjects: ['tea'] });
  const behind = item(2, { subjects: ['tea'] });
  const free = item(3, { subjects: ['coffee'] });
  const { user, items$, online$ } = show(true, refused, behind, free);
  await user.click(screen.getByRole('button', { name: 'Sending 1 change, 1 waiting, 1 not saved' }));
  expect(list()?.textContent).toContain('Sent in this order:');
  const texts = () =>
    within(list()!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const waits = 'Waiting for a change that wasn’t saved';
  expect(texts().map((text) => text.includes(waits))).toEqual([false, true, false]);
  act(() => items$.next([refused, behind]));
  expect(screen.getByRole('button', { name: '1 waiting, 1 not saved' })).toBeDefined();
  expect(list()?.textContent).toContain('Not saved yet:');
  act(() => online$.next(false));
  expect(screen.getByRole('button', { name: '1 waiting, 1 not saved' })).toBeDefined();
  expect(texts()[1]).toContain(waits);
});

describe('a change that goes while it has the focus leaves it', () => {
  const discardOf = (id: number) => screen.getByRole('button', { name: `Discard: Rename “Tea” to “Title ${id}”` });
  const focused = () => document.activeElement;

  test('to the next one, the one before it, and the last one to the page', async () => {
    render(
      <div tabIndex={-1} data-testid="page">
        <main />
      </div>,
    );
    const { user, items$ } = show(false, item(1), item(2), item(3));
    await user.click(screen.getByRole('button', { name: '3 waiting' }));
    act(() => discardOf(2).focus());
    await user.keyboard('{Enter}');
    act(() => items$.next([item(1), item(3)]));
    expect(focused()).toBe(discardOf(3));
    act(() => items$.next([item(1)]));
    expect(focused()).toBe(discardOf(1));
    act(() => items$.next([]));
    expect(focused()).toBe(screen.getByTestId('page'));
  });

  test('to the button of the list, if its row stays without what was pressed', async () => {
    const { user, items$ } = show(true, item(1, { state: 'refused', reason: 'It was renamed elsewhere.' }));
    const toggle = screen.getByRole('button', { name: '1 not saved' });
    await user.click(toggle);
    act(() => screen.getByRole('button', { name: 'Save anyway' }).focus());
    await user.keyboard('{Enter}');
    act(() => items$.next([item(1)]));
    expect(focused()).toBe(toggle);
    act(() => discardOf(1).focus());
    act(() => items$.next([item(1, { state: 'sending' })]));
    expect(focused()).toBe(toggle);
  });
});
