import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';
import { describe, expect, test } from 'vitest';
import { messageId, numbered, storedMessage } from '../testing/replies.ts';
import { isStale, fromPrompt, fromService, pendingText, withItem } from './reply.ts';

const sent = () => fromPrompt('Hi', 'send-1', new Date('2026-01-01T00:00:00Z'));
const after = (...events: ReplyEvent[]) => numbered(...events).reduce(withItem, sent());

describe('a message after the events of its reply', () => {
  test.each<[string, ReplyEvent[], object]>([
    [
      'text appends',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      { content: 'ab' },
    ],
    [
      'textFinal replaces',
      [
        { type: 'text', text: 'a' },
        { type: 'textFinal', text: 'b' },
      ],
      { content: 'b' },
    ],
    ['system sets the loading text', [{ type: 'system', text: 'Searching' }], { loadingText: 'Searching' }],
    [
      'text takes the loading text away',
      [
        { type: 'system', text: 'Searching' },
        { type: 'text', text: 'a' },
      ],
      { loadingText: undefined },
    ],
    [
      'textFinal takes it away, too',
      [
        { type: 'system', text: 'Searching' },
        { type: 'textFinal', text: 'a' },
      ],
      { loadingText: undefined },
    ],
    [
      'thought appends a thought',
      [
        { type: 'thought', text: 'x' },
        { type: 'thought', text: 'y' },
      ],
      { thoughts: ['x', 'y'] },
    ],
    ['citations set the list', [{ type: 'citations', urls: ['https://a.test'] }], { citations: '["https://a.test"]' }],
    [
      'image sets the file',
      [{ type: 'image', url: '/objects/i' }],
      { assistantFileUrl: '/objects/i', assistantFileType: 'image' },
    ],
    [
      'document sets the file and its name',
      [{ type: 'document', url: '/objects/d', fileType: 'text/markdown', name: 'd.md' }],
      { assistantFileUrl: '/objects/d', assistantFileType: 'text/markdown', documentName: 'd.md' },
    ],
    ['id names the message and keeps its key', [{ type: 'id', id: messageId }], { _id: messageId, key: 'send-1' }],
    [
      'function keeps the agent for its form',
      [{ type: 'function', function: 'agentCreator', agent: { title: 'Clerk', instruction: 'File it.' } }],
      { context: '{"title":"Clerk","instruction":"File it."}' },
    ],
    [
      'chatId is the thread’s and changes nothing',
      [{ type: 'chatId', chatId: 'c'.repeat(24) }],
      { _id: 'send-1', content: '', seq: 1 },
    ],
    ['modal names the model', [{ type: 'modal', modal: 'demo-1' }], { modal: 'demo-1' }],
    ['warning marks the length', [{ type: 'warning', warning: 'lengthWarning' }], { warning: true }],
    [
      'omission adds to what was left out, once',
      [
        { type: 'omission', omission: { kind: 'prompt-cut' } },
        { type: 'omission', omission: { kind: 'messages-left-out', count: 2 } },
        { type: 'omission', omission: { kind: 'prompt-cut' } },
      ],
      { omissions: [{ kind: 'prompt-cut' }, { kind: 'messages-left-out', count: 2 }] },
    ],
    ['end completes', [{ type: 'end', outcome: 'complete' }], { pending: false, failed: false, streaming: false }],
    ['end fails', [{ type: 'end', outcome: 'failed' }], { pending: false, failed: true, streaming: false }],
    [
      'end stops',
      [{ type: 'end', outcome: 'stopped' }],
      { pending: false, failed: false, streaming: false, stopped: true },
    ],
  ])('the event %s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected);
  });

  test('does not change by an event that was seen before', () => {
    const once = after({ type: 'text', text: 'a' });
    expect(withItem(once, { seq: 1, type: 'text', text: 'a' })).toBe(once);
  });
});

describe('a pending message', () => {
  test('says what it waits for', () => {
    const message = storedMessage({ pending: true });
    expect(pendingText(message, false)).toBe(
      'Your device is offline, response will be fetched when connection is restored.',
    );
    expect(pendingText(message, true)).toBe('Waiting for response to complete streaming');
    expect(pendingText({ ...message, networkError: true }, true)).toBe(
      'Connection restored. Waiting for response to complete streaming',
    );
  });

  test('is stale at 15 minutes, and at once with an id that is not one', () => {
    const created = Date.parse('2026-01-01T00:00:00Z');
    const message = fromService(storedMessage({ createdDate: new Date(created).toISOString() }));
    expect(isStale(message, created + 15 * 60_000 - 1)).toBe(false);
    expect(isStale(message, created + 15 * 60_000)).toBe(true);
    expect(isStale({ ...message, _id: 'local' }, created)).toBe(true);
  });
});
