import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelEvent } from '../../ports/model.ts';
import { LiveReply } from './live-reply.ts';
import { consumeModelStream } from './model-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

/** Emits a word after each pause, given in seconds; after the last one it hangs forever and ignores aborts. */
async function* hanging(...rests: number[]): AsyncGenerator<ModelEvent> {
  for (const pause of rests) {
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    yield { type: 'text', text: `after ${pause} ` };
  }
  await new Promise(() => undefined);
}

it('aborts a model that sends nothing for the time limit, and keeps its text', async () => {
  const reply = new LiveReply('message', 'chat');
  const consumed = consumeModelStream(reply, hanging(100, 119), 120_000);
  await seconds(100 + 119 + 119);
  expect(reply.stop.signal.aborted).toBe(false);
  await seconds(2);
  await consumed;
  expect(reply.ending).toBe('failed');
  expect(reply.draft.content).toBe('after 100 after 119 ');
});

it('keeps waiting for a model that sends only keep-alives, and emits nothing', async () => {
  const reply = new LiveReply('message', 'chat');
  async function* working(): AsyncGenerator<ModelEvent> {
    for (let pause = 0; pause < 3; pause += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100_000));
      yield { type: 'alive' };
    }
  }
  const consumed = consumeModelStream(reply, working(), 120_000);
  await seconds(301);
  await consumed;
  expect([reply.ending, reply.nextSeq]).toEqual([undefined, 1]);
});

it('waits no longer for a model that never begins', async () => {
  const reply = new LiveReply('message', 'chat');
  const consumed = consumeModelStream(reply, hanging(), 120_000);
  await seconds(121);
  await consumed;
  expect([reply.ending, reply.failure]).toEqual(['failed', 'unreachable']);
  // By this reason a provider’s circuit breaker knows a silent model from a reply that the user stopped.
  expect(reply.stop.signal.reason).toMatchObject({ name: 'ModelFailure', kind: 'unreachable' });
});

it('leaves no timer behind an answer that ends, or breaks', async () => {
  const reply = new LiveReply('message', 'chat');
  const words = async function* (): AsyncGenerator<ModelEvent> {
    yield { type: 'text', text: 'All.' };
  };
  await consumeModelStream(reply, words(), 120_000);
  const breaking = async function* (): AsyncGenerator<ModelEvent> {
    yield { type: 'text', text: 'Half' };
    throw new Error('Cut.');
  };
  await expect(consumeModelStream(reply, breaking(), 120_000)).rejects.toThrow('Cut.');
  expect(vi.getTimerCount()).toBe(0);
  expect(reply.ending).toBeUndefined();
});

it('stops at once on request, even if the model does not', async () => {
  const reply = new LiveReply('message', 'chat');
  const consumed = consumeModelStream(reply, hanging(1), 120_000);
  await seconds(1);
  reply.abort('stopped');
  await consumed;
  expect(reply.ending).toBe('stopped');
  expect(vi.getTimerCount()).toBe(0);
});

it('ignores text that a model sends after a stop', async () => {
  const reply = new LiveReply('message', 'chat');
  const consumed = consumeModelStream(reply, hanging(1, 1), 120_000);
  await seconds(1);
  reply.abort('stopped');
  await consumed;
  await seconds(1);
  expect(reply.draft.content).toBe('after 1 ');
});

it('reports to readers which model answers if it is known, and nothing about its usage', async () => {
  const reply = new LiveReply('message', 'chat');
  async function* answering(): AsyncGenerator<ModelEvent> {
    yield { type: 'model', model: 'new' };
    yield { type: 'usage', usage: { input: 1, output: 1, cached: 0, thought: 0 } };
    yield { type: 'model', model: 'known' };
  }
  await consumeModelStream(reply, answering(), 120_000, (model) =>
    model === 'known' ? { type: 'modal', modal: 'Known', model } : undefined,
  );
  expect(reply.since(0)).toEqual([{ seq: 1, type: 'modal', modal: 'Known', model: 'known' }]);
});
