import { describe, expect, it } from 'vitest';
import { LiveReply } from './live-reply.ts';

const pushWords = (reply: LiveReply, count: number) => {
  for (let index = 0; index < count; index += 1) reply.push({ type: 'text', text: 'a' });
};

describe('a running reply', () => {
  it('numbers its events from 1 and accepts none after its end', () => {
    const reply = new LiveReply('m', 'c');
    pushWords(reply, 2);
    reply.push({ type: 'end', outcome: 'complete' });
    pushWords(reply, 1);
    expect(reply.since(0)?.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'text'],
      [2, 'text'],
      [3, 'end'],
    ]);
  });

  it('drops old events once segments contain them, and never before', () => {
    const reply = new LiveReply('m', 'c');
    pushWords(reply, 10_000);
    expect(reply.unflushed()).toHaveLength(10_000);
    reply.flushed(9000);
    expect(reply.since(0)).toBeUndefined();
    expect(reply.unflushed()).toHaveLength(1000);
    expect(reply.since(9998)?.map(({ seq }) => seq)).toEqual([9999, 10_000]);
    expect(reply.since(10_000)).toEqual([]);
    expect(reply.draft.content).toHaveLength(10_000);
  });

  it('keeps the first cause of its end', () => {
    const reply = new LiveReply('m', 'c');
    reply.abort('stopped');
    reply.abort('failed');
    expect([reply.ending, reply.stop.signal.aborted]).toEqual(['stopped', true]);
  });
});
