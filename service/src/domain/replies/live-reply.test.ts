import { describe, expect, it } from 'vitest';
import { LiveReply } from './live-reply.ts';

const say = (reply: LiveReply, count: number) => {
  for (let index = 0; index < count; index += 1) reply.push({ type: 'text', text: 'a' });
};

describe('a running reply', () => {
  it('numbers its events from 1 and takes none after its end', () => {
    const reply = new LiveReply('m', 'c');
    say(reply, 2);
    reply.push({ type: 'end', outcome: 'complete' });
    say(reply, 1);
    expect(reply.since(0)?.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'text'],
      [2, 'text'],
      [3, 'end'],
    ]);
  });

  it('lets old events go once segments hold them, and never before', () => {
    const reply = new LiveReply('m', 'c');
    say(reply, 10_000);
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
    reply.cease('stopped');
    reply.cease('failed');
    expect([reply.ending, reply.stop.signal.aborted]).toEqual(['stopped', true]);
  });
});
