import { describe, expect, test } from 'vitest';
import type { ReplyEvent } from '../contracts/entities/stream.ts';
import { emptyReply, reduceReply, type Reply, replyChange, thoughtsOf } from './reply-reducer.ts';

/** Events of a reply, and the message that results. Every kind of event has a row. */
const table: readonly (readonly [string, readonly ReplyEvent[], Partial<Reply>])[] = [
  [
    'text appends',
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    { content: 'ab' },
  ],
  [
    'textFinal replaces, and text goes on behind it',
    [
      { type: 'text', text: 'a' },
      { type: 'textFinal', text: 'b' },
      { type: 'text', text: 'c' },
    ],
    { content: 'bc' },
  ],
  ['system sets the loading text', [{ type: 'system', text: 'Searching' }], { loadingText: 'Searching' }],
  [
    'text ends the loading text',
    [
      { type: 'system', text: 'Searching' },
      { type: 'text', text: 'a' },
    ],
    { content: 'a' },
  ],
  [
    'textFinal ends the loading text',
    [
      { type: 'system', text: 'Searching' },
      { type: 'textFinal', text: 'a' },
    ],
    { content: 'a' },
  ],
  [
    'thought appends a thought',
    [
      { type: 'thought', text: 'one' },
      { type: 'thought', text: 'two' },
    ],
    { thoughts: ['one', 'two'] },
  ],
  [
    'thinking appends to a thought that is still being written, and gives way to it',
    [
      { type: 'thinking', text: 'o' },
      { type: 'thinking', text: 'ne' },
      { type: 'thought', text: 'one' },
      { type: 'thinking', text: 'tw' },
    ],
    { thoughts: ['one'], thinking: 'tw' },
  ],
  [
    'citations set the list',
    [
      { type: 'citations', urls: ['https://a.test/', 'https://b.test/'] },
      { type: 'citations', urls: ['https://a.test/'] },
    ],
    { citations: '["https://a.test/"]' },
  ],
  [
    'image sets the file',
    [{ type: 'image', url: '/objects/i', aspectRatio: 1 }],
    { assistantFileUrl: '/objects/i', assistantFileType: 'image' },
  ],
  [
    'document sets the file in the place of another',
    [
      { type: 'image', url: '/objects/i' },
      { type: 'document', url: '/objects/d', fileType: 'text/markdown', name: 'd.md' },
    ],
    { assistantFileUrl: '/objects/d', assistantFileType: 'text/markdown' },
  ],
  ['modal names the model', [{ type: 'modal', modal: 'demo-1' }], { modal: 'demo-1' }],
  [
    'omission adds to what was left out, once',
    [
      { type: 'omission', omission: { kind: 'prompt-cut' } },
      { type: 'omission', omission: { kind: 'messages-left-out', count: 2 } },
      { type: 'omission', omission: { kind: 'prompt-cut' } },
    ],
    { omissions: [{ kind: 'prompt-cut' }, { kind: 'messages-left-out', count: 2 }] },
  ],
  [
    'passages set what is cited of files',
    [{ type: 'passages', passages: [{ n: 2, file: { name: 'a.pdf' }, page: 3, position: 7, text: 'So it is.' }] }],
    { passages: [{ n: 2, file: { name: 'a.pdf' }, page: 3, position: 7, text: 'So it is.' }] },
  ],
  [
    'function gives the agent that an interview led to',
    [{ type: 'function', function: 'agentCreator', agent: { title: 'T', instruction: 'I' } }],
    { context: '{"title":"T","instruction":"I"}' },
  ],
  ['chatId leaves no trace in the reply', [{ type: 'chatId', chatId: 'c' }], {}],
  ['id leaves none', [{ type: 'id', id: 'm' }], {}],
  ['warning leaves none', [{ type: 'warning', warning: 'lengthWarning' }], {}],
  ['end says why it failed', [{ type: 'end', outcome: 'failed', failure: 'busy' }], { failure: 'busy' }],
  ['end leaves no trace else', [{ type: 'end', outcome: 'complete' }], {}],
];

describe('the events of a reply', () => {
  test.each(table)('the event %s', (_, events, made) => {
    expect(events.reduce(reduceReply, emptyReply)).toEqual({ ...emptyReply, ...made });
  });

  test('that leave no trace change nothing, in text that a database accepts', () => {
    expect(replyChange(emptyReply, { type: 'id', id: 'm' })).toEqual({});
    expect(replyChange(emptyReply, { type: 'end', outcome: 'complete' })).toStrictEqual({});
  });

  test('leave the reply before as it was', () => {
    const before: Reply = Object.freeze({ content: 'a', thoughts: Object.freeze(['x']) as string[] });
    expect(reduceReply(before, { type: 'thought', text: 'y' })).toEqual({ content: 'a', thoughts: ['x', 'y'] });
    expect(before).toEqual({ content: 'a', thoughts: ['x'] });
  });

  test('contain the thought that is still being written after those before it', () => {
    expect(thoughtsOf({ thoughts: ['x'], thinking: 'y' })).toEqual(['x', 'y']);
    expect(thoughtsOf({ thoughts: ['x'] })).toEqual(['x']);
  });
});
