import * as events from '#contracts/events';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatId, storedMessage } from '../testing/replies.ts';
import { box, conversation, layOutRows, rectOf, rows } from '../testing/rows.ts';
import { renderChat } from '../testing/screen.tsx';

const count = 200;
const few = 60;

const idOf = (at: number) => String(at).padStart(24, '0');
const messages = Array.from({ length: count }, (_, at) =>
  storedMessage({ _id: idOf(at + 1), prompt: `Question ${at + 1}.`, content: `Answer ${at + 1}.` }),
);

beforeEach(layOutRows);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const openChat = async (those = messages) => {
  const rendered = renderChat({ path: `/?chat=${chatId}`, messages: those });
  await screen.findByRole('list', { name: 'Conversation' });
  // What renders later, such as the attachments of a prompt, is there by now.
  await act(async () => {});
  return rendered;
};
const scrollTo = (top: number) =>
  act(() => {
    box().scrollTop = top;
    fireEvent.scroll(box());
  });
const shows = (at: number) => within(conversation()).queryByText(`Question ${at}.`) !== null;

test('a long conversation has only what is in sight in the document, and says where that is in the whole', async () => {
  await openChat();
  expect(shows(count)).toBe(true);
  expect(shows(1)).toBe(false);
  expect(rows().length).toBeLessThan(count / 4);
  expect(rows().at(-1)?.getAttribute('aria-posinset')).toBe(String(count));
  expect(rows().at(-1)?.getAttribute('aria-setsize')).toBe(String(count));
  scrollTo(0);
  expect(shows(1)).toBe(true);
  expect(shows(count)).toBe(false);
});

test('what is in sight is drawn first, and what is close to it after that', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  await openChat();
  const first = rows();
  expect(rectOf(first.at(-1)!).top).toBeLessThan(box().clientHeight);
  act(() => {
    for (const frame of frames) frame(0);
  });
  await waitFor(() => expect(rows().length).toBeGreaterThan(first.length));
  expect(first.every(({ isConnected }) => isConnected)).toBe(true);
});

test('the text being read keeps its position when rows above turn out to be lower than estimated', async () => {
  await openChat();
  scrollTo(box().scrollTop - 2000);
  const before = rows().find((row) => rectOf(row).top >= 0)!;
  const offset = rectOf(before).top;
  const top = box().scrollTop;
  scrollTo(top - 600);
  expect(before.isConnected).toBe(true);
  expect(rectOf(before).top).toBe(offset + 600);
});

test('rows are thought to be whole pixels high, by which alone a thread can be scrolled', async () => {
  await openChat(messages.map((one, at) => ({ ...one, content: 'a'.repeat(at) })));
  for (const up of [5000, 900, 900, 900, 900]) {
    scrollTo(box().scrollTop - up);
    const { paddingBlockEnd } = conversation().style;
    const positions = [paddingBlockEnd, ...rows().map(({ style }) => style.marginBlockStart)].map(Number.parseFloat);
    expect(Math.min(positions[0] ?? 0, positions[1] ?? 0)).toBeGreaterThan(1000);
    for (const offset of positions) expect(Number.isInteger(offset), String(offset)).toBe(true);
  }
});

test('a row with the focus stays in the document, and goes when the focus has gone', async () => {
  await openChat();
  const button = within(rows().at(-1)!).getByRole('button', { name: 'Copy as Markdown' });
  act(() => button.focus());
  scrollTo(0);
  expect(button.isConnected).toBe(true);
  expect(shows(count)).toBe(true);
  await act(async () => button.blur());
  await waitFor(() => expect(shows(count)).toBe(false));
});

test.each([
  ['searches the page', { key: 'f', ctrlKey: true }],
  ['searches it by another key', { key: 'F3' }],
  ['selects all of it', { key: 'a', metaKey: true }],
])('everything said is in the document once somebody %s', async (_, key) => {
  await openChat();
  act(() => void fireEvent.keyDown(document.body, key));
  expect(rows()).toHaveLength(count);
  expect(conversation().textContent).toContain('Answer 1.');
});

test('selecting all of what is typed is no reason for that, nor is the key that leads to the composer', async () => {
  await openChat();
  const field = screen.getByRole('textbox', { name: 'Message' });
  act(() => void fireEvent.keyDown(document.body, { key: '/' }));
  act(() => void fireEvent.keyDown(field, { key: 'a', ctrlKey: true }));
  expect(rows().length).toBeLessThan(count);
});

test('a message found by a search is shown, focused and announced', async () => {
  const { host } = await openChat();
  await act(async () => {
    host.bus.emit(events.workspace.messageChosen, { chatId, messageId: idOf(50) });
    // The list scrolls to it once it is rendered.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await waitFor(() => expect(screen.getByText('Question 50.').closest('li')).toBe(document.activeElement));
  expect(rectOf(document.activeElement as HTMLElement).top).toBe(16);
  act(() => void fireEvent.scroll(box()));
  expect(shows(count)).toBe(false);
  expect(screen.getByText(`Showing message 50 of ${count}.`)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Jump to newest' })).toBeDefined();
});

test('everything is printed as shown, and afterwards the reader is at the same position', async () => {
  await openChat(messages.slice(0, few));
  scrollTo(box().scrollTop - 2000);
  const row = rows().find((one) => rectOf(one).top >= 0)!;
  const { textContent: said } = row;
  const offset = rectOf(row).top;
  act(() => void fireEvent(window, new Event('beforeprint')));
  expect(rows()).toHaveLength(few);
  expect(within(rows()[0]!).getByRole('heading', { name: 'Atrium said' })).toBeDefined();
  // Browsers may scroll while all rows are rendered.
  box().scrollTop -= 300;
  act(() => void fireEvent(window, new Event('afterprint')));
  expect(rows().length).toBeLessThan(few / 2);
  expect(rectOf(rows().find(({ textContent }) => textContent === said)!).top).toBe(offset);
});
