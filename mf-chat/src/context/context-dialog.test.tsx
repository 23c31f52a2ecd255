import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ChatSummary } from '@atrium/shared-kernel/contracts/entities/context';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatContext, contextReport } from '../testing/context.ts';
import { chatId, messageId } from '../testing/replies.ts';
import type { ChatContext } from './context.api.ts';
import { ContextDialog } from './context-dialog.tsx';

const { pinMessage, readContext, saveSummary } = calls.chat;
const summaryOf = (change: Partial<ChatSummary> = {}): ChatSummary => ({
  text: 'We spoke about tides.',
  covers: 42,
  edited: false,
  revision: 'one',
  lastUpdate: '2026-11-23T12:00:00.000Z',
  ...change,
});
const prompts = [
  { messageId: '1'.repeat(24), text: 'What makes the tides?' },
  { messageId: '2'.repeat(24), text: 'وما دور الشمس؟' },
];

const show = (change: Partial<ChatContext> = {}, input: object = {}) => {
  const host = createFakeHost();
  const now = { context: chatContext(change) };
  host.service.answer(readContext, () => now.context);
  const rendered = renderRemote(contract, <ContextDialog />, { host, input: { chatId, prompts, ...input } });
  const change$ = (next: Partial<ChatContext>) => {
    now.context = chatContext(next);
    act(() => host.bus.emit(events.shell.messagesChanged, { chatIds: [chatId] }));
  };
  return { ...rendered, now, change: change$, press: userEvent.setup() };
};
const section = (name: string) => screen.findByRole('region', { name });
const rowsOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name });
const inputs = ({ host }: ReturnType<typeof show>, name: string) =>
  host.service.requests.filter(({ call }) => call === name).map(({ input }) => input);

describe('what went along', () => {
  test('is shown part by part, in words and tokens, with what was shortened', async () => {
    show();
    expect(await screen.findByText('9,000 of 24,000 tokens: 38% full')).toBeDefined();
    expect(await rowsOf('Parts')).toEqual([
      'Instructions400',
      'Memories 1 memory100',
      'Summary 42 messages500',
      'Earlier messages 2 messagesShortened7,000',
      'Your message1,000',
    ]);
    expect(screen.getByText('With your next message: 38% full.')).toBeDefined();
  });

  test('is an estimate of the next message before the first one, and names parts that it does not know', async () => {
    const parts = [{ kind: 'weather', tokens: 300 }];
    show({ last: undefined, next: contextReport({ counted: 'estimate', used: 300, parts, turns: [] }) });
    expect(await section('What would go along')).toBeDefined();
    expect(screen.getByText('About 300 of 24,000 tokens: 1% full')).toBeDefined();
    expect(await rowsOf('Parts')).toEqual(['Other300']);
    expect(screen.queryByRole('region', { name: 'Earlier messages' })).toBeNull();
  });

  test('lists messages, newest first, that link to their positions in the chat', async () => {
    const { press, closed } = show();
    expect(await rowsOf('Earlier messages')).toEqual(['وما دور الشمس؟4,000', 'What makes the tides?Shortened3,000']);
    await press.click(await screen.findByRole('button', { name: /What makes the tides/ }));
    expect(closed).toEqual([{ message: '1'.repeat(24) }]);
  });

  test('says how many messages it does not list, and names those that are not loaded', async () => {
    const report = contextReport({ parts: [{ kind: 'turns', tokens: 1, count: 2000 }] });
    show({ last: { messageId, report } }, { prompts: [] });
    expect(await screen.findByText('The latest 2 of 2000.')).toBeDefined();
    expect(await rowsOf('Earlier messages')).toEqual(['Earlier message4,000', 'Earlier messageShortened3,000']);
  });

  test('shows the texts of memories, without deleted ones, and links to all memories', async () => {
    const ids = ['a'.repeat(24), 'b'.repeat(24)];
    const shown = show({ last: { messageId, report: contextReport({ memories: ids }) } });
    shown.host.service.answer(calls.memories.listMemories, () => ({
      memories: [{ _id: ids[0] ?? '', memory: 'I like short answers.' }],
    }));
    expect(await screen.findByText('I like short answers.')).toBeDefined();
    expect(await rowsOf('Memories')).toEqual(['I like short answers.']);
    await shown.press.click(await button('Show all memories'));
    expect(shown.closed).toEqual([{ memories: true }]);
  });

  test('has the files with the pages that went along, each leading to itself where it can be opened', async () => {
    const files = [
      { name: 'Report.pdf', url: '/api/objects/a', tokens: 1200, passages: { count: 4, of: 90, pages: [3, 7, 8, 9] } },
      { name: 'notes.txt', url: '/api/objects/b', tokens: 300, passages: { count: 2, of: 1000, pages: [] } },
      { name: 'photo.png', url: 'https://elsewhere.example/x', tokens: 0 },
    ];
    show({ last: { messageId, report: contextReport({ files }) } });
    expect(await rowsOf('Files')).toEqual([
      'Report.pdfPages 3, 7–91,200',
      'notes.txt2 of 1,000 passages300',
      'photo.png',
    ]);
    const links = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/api/objects/a', '/api/objects/b']);
  });

  test('lists older messages whose passages were sent along, each with a link to it', async () => {
    const parts = [{ kind: 'recalled', tokens: 900, count: 3 }];
    const recalled = [{ messageId: '2'.repeat(24), tokens: 900 }];
    const { press, closed } = show({ last: { messageId, report: contextReport({ parts, recalled }) } });
    expect(await rowsOf('Parts')).toEqual(['From older messages 3 passages900']);
    expect(await rowsOf('From older messages')).toEqual(['وما دور الشمس؟900']);
    await press.click(within(await section('From older messages')).getByRole('button'));
    expect(closed).toEqual([{ message: '2'.repeat(24) }]);
  });

  test('links to the passages that are shown with the answer', async () => {
    const parts = [{ kind: 'passages', tokens: 900, count: 3 }];
    const { press, closed } = show({ last: { messageId, report: contextReport({ parts }) } });
    await press.click(await button('Show the answer'));
    expect(closed).toEqual([{ message: messageId }]);
  });

  test('requests a single message if its note opened the dialog', async () => {
    const shown = show({}, { messageId });
    await section('What went along');
    expect(inputs(shown, 'chat.readContext')).toEqual([{ chatId, messageId }]);
  });

  test('that cannot be read shows a failure, and can be requested again', async () => {
    const { host, press, now } = show();
    host.service.answer(readContext, () => {
      throw new Failure(503, { msg: 'Busy.' });
    });
    act(() => host.bus.emit(events.shell.messagesChanged, {}));
    // The cached content stays.
    expect(await section('What went along')).toBeDefined();
    const other = createFakeHost();
    let down = true;
    other.service.answer(readContext, () => {
      if (down) throw new Failure(503, { msg: 'Busy.' });
      return now.context;
    });
    renderRemote(contract, <ContextDialog />, { host: other, input: { chatId: 'f'.repeat(24) } });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the context.');
    down = false;
    await press.click(await button('Retry'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the summary', () => {
  test('shows which messages it summarizes, and is edited by keyboard, based on what was read', async () => {
    const shown = show({ summary: summaryOf() });
    const { host, press, now } = shown;
    host.service.answer(saveSummary, ({ text }) => {
      now.context = chatContext({ summary: summaryOf({ text, edited: true, revision: 'two' }) });
      return { summary: now.context.summary };
    });
    expect(await screen.findByText('Stands for the first 42 messages.')).toBeDefined();
    await press.click(await button('Edit'));
    const field = await screen.findByRole('textbox', { name: 'Summary' });
    expect(document.activeElement).toBe(field);
    await press.type(field, ' And the sun.');
    await press.click(await button('Save'));
    expect(await screen.findByText('We spoke about tides. And the sun.')).toBeDefined();
    expect(inputs(shown, 'chat.saveSummary')).toEqual([{ chatId, text: 'We spoke about tides. And the sun.' }]);
    expect(document.activeElement).toBe(await button('Edit'));
  });

  test('that changed elsewhere is shown beside what is typed before anything is saved', async () => {
    const shown = show({ summary: summaryOf() });
    const { press, host } = shown;
    host.service.answer(saveSummary, ({ text }) => ({ summary: summaryOf({ text, revision: 'three' }) }));
    await press.click(await button('Edit'));
    await press.type(await screen.findByRole('textbox', { name: 'Summary' }), ' Mine.');
    shown.change({ summary: summaryOf({ text: 'Theirs.', revision: 'two' }) });
    expect((await screen.findByRole('alert')).textContent).toContain('Theirs.');
    await press.click(await button('Save'));
    expect(inputs(shown, 'chat.saveSummary')).toEqual([]);
    await press.click(await button('Keep mine'));
    await press.click(await button('Save'));
    await waitFor(() =>
      expect(inputs(shown, 'chat.saveSummary')).toEqual([{ chatId, text: 'We spoke about tides. Mine.' }]),
    );
  });

  test('that the service finds changed meanwhile loses nothing', async () => {
    const shown = show({ summary: summaryOf() });
    const { press, host, now } = shown;
    host.service.answer(saveSummary, () => {
      now.context = chatContext({ summary: summaryOf({ text: 'Theirs.', revision: 'two' }) });
      throw failureOf('stale', { revision: 'two' });
    });
    await press.click(await button('Edit'));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' });
    await press.type(field, ' Mine.');
    await press.click(await button('Save'));
    expect((await screen.findByRole('alert')).textContent).toContain('This summary was changed in the meantime.');
    expect(field.value).toBe('We spoke about tides. Mine.');
    await press.click(await button('Use theirs'));
    expect(field.value).toBe('Theirs.');
  });

  test('that the user wrote is replaced only after a confirmation', async () => {
    const shown = show({ summary: summaryOf({ edited: true }) });
    const { host, press, now } = shown;
    host.service.answer(saveSummary, () => {
      now.context = chatContext();
      return {};
    });
    host.confirmAnswer = false;
    await press.click(await button('Write anew'));
    expect(inputs(shown, 'chat.saveSummary')).toEqual([]);
    host.confirmAnswer = true;
    await press.click(await button('Write anew'));
    await waitFor(() => expect(inputs(shown, 'chat.saveSummary')).toEqual([{ chatId, text: '' }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull());
  });
});

describe('pinned context', () => {
  test('is listed, links to its message, and can be unpinned', async () => {
    const id = '1'.repeat(24);
    const shown = show({ pinned: [id] });
    const { host, press, now } = shown;
    host.service.answer(pinMessage, () => {
      now.context = chatContext();
      return { pinned: [] };
    });
    expect(await rowsOf('Kept in context')).toEqual(['What makes the tides?']);
    await press.click(await button('Don’t keep in context'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Kept in context' })).toBeNull());
    expect(inputs(shown, 'chat.pinMessage')).toEqual([{ messageId: id, pinned: false }]);
  });
});
