import type { ReplyEvent } from '@atrium/shared-kernel/contracts/entities/stream';
import { emptyReply, reduceReply } from '@atrium/shared-kernel/replies';
import { describe, expect, it } from 'vitest';
import { remainingItems, storedReply } from './stored-reply.ts';

const of = (...events: ReplyEvent[]) => storedReply(events.reduce(reduceReply, emptyReply));

describe('the events of a reply', () => {
  it('are sent to a late follower again, but thoughts only to one that has none', () => {
    const ids = { chatId: 'c', messageId: 'm', failed: false, stopped: true };
    const draft = of(
      { type: 'thought', text: 'one' },
      { type: 'text', text: 'a' },
      { type: 'document', url: '/objects/f/o/i/my%20plan.md', fileType: 'text/plain', name: 'my plan.md' },
    );
    expect(remainingItems({ ...draft, ...ids }, 0)).toEqual([
      { seq: 1, type: 'chatId', chatId: 'c' },
      { seq: 2, type: 'id', id: 'm' },
      { seq: 3, type: 'thought', text: 'one' },
      { seq: 4, type: 'document', url: '/objects/f/o/i/my%20plan.md', fileType: 'text/plain', name: 'my plan.md' },
      { seq: 5, type: 'textFinal', text: 'a' },
      { seq: 6, type: 'end', outcome: 'stopped' },
    ]);
    const misnamed = of({ type: 'document', url: '/objects/f/o/i/100%.md', fileType: 'text/plain', name: '100%.md' });
    expect(remainingItems({ ...misnamed, ...ids }, 2)).toContainEqual(
      expect.objectContaining({ type: 'document', url: '/objects/f/o/i/100%.md' }),
    );
    const context = '{"title":"T","instruction":"I"}';
    expect(remainingItems({ ...draft, ...ids, context }, 0)).toContainEqual({
      seq: 5,
      type: 'function',
      function: 'agentCreator',
      agent: { title: 'T', instruction: 'I' },
    });
    expect(remainingItems({ ...draft, ...ids, omissions: '[{"kind":"prompt-cut"}]' }, 9)).toContainEqual({
      seq: 12,
      type: 'omission',
      omission: { kind: 'prompt-cut' },
    });
    expect(remainingItems({ ...draft, ...ids }, 9).map(({ seq, type }) => [seq, type])).toEqual([
      [10, 'chatId'],
      [11, 'id'],
      [12, 'document'],
      [13, 'textFinal'],
      [14, 'end'],
    ]);
  });
});
