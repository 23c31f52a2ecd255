import { expect, it, test } from 'vitest';
import type { ModelEvent, ModelPort, ModelRequest } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { withRetries } from './with-retries.ts';

const request: ModelRequest = { system: '', turns: [], prompt: 'Hi', owner: 'a'.repeat(24) };
const busy = (wait?: number) => new ModelFailure('busy', 'No.', { passing: true, wait });
type Step = ModelEvent | Error;

/** A model whose attempts run one list of steps after the other. */
const modelThat = (...attempts: Step[][]) => {
  let count = 0;
  const model: ModelPort = {
    label: 'any',
    name: () => Promise.resolve(''),
    improve: () => Promise.resolve(''),
    async *reply() {
      const steps = attempts[count] ?? [];
      count += 1;
      for (const step of steps) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
  };
  const pauses: number[] = [];
  const sleep = (ms: number) => Promise.resolve(pauses.push(ms));
  return { model: withRetries(model, sleep), pauses, count: () => count };
};
const never = () => new AbortController().signal;
const text: ModelEvent = { type: 'text', text: 'Yes.' };

it('waits as long as the provider requests, shows it each second, and tries again', async () => {
  const { model, pauses, count } = modelThat([busy(2500)], [text]);
  expect(await Array.fromAsync(model.reply(request, never()))).toEqual([
    { type: 'system', text: 'The model is busy. Trying again in 3 s' },
    { type: 'system', text: 'The model is busy. Trying again in 2 s' },
    { type: 'system', text: 'The model is busy. Trying again in 1 s' },
    { type: 'system', text: 'Thinking' },
    text,
  ]);
  expect([pauses.length, count()]).toEqual([3, 2]);
});

test.each<[string, Step[][], number, string]>([
  ['a third time after two retries', [[busy()], [busy()], [busy()], [text]], 3, 'No.'],
  ['a third time, also if the provider asks for it', [[busy(1)], [busy(1)], [busy(1)], [text]], 3, 'No.'],
  ['once a word was said', [[text, busy()], [text]], 1, 'No.'],
  ['once a thought has begun', [[{ type: 'thinking', text: 'So' }, busy()], [text]], 1, 'No.'],
  ['where waiting does not help', [[new ModelFailure('misconfigured', 'No key.')], [text]], 1, 'No key.'],
  ['where the provider asks for more than a minute', [[busy(60_001)], [text]], 1, 'No.'],
  ['after an error of its own', [[new Error('A bug.')], [text]], 1, 'A bug.'],
])('does not retry %s', async (_name, attempts, expected, reason) => {
  const { model, count } = modelThat(...attempts);
  await expect(Array.fromAsync(model.reply(request, never()))).rejects.toThrow(reason);
  expect(count()).toBe(expected);
});

it('ends in the middle of a countdown when it is stopped', async () => {
  const stop = new AbortController();
  const { model, count } = modelThat([busy(30_000)], [text]);
  const shown: string[] = [];
  for await (const event of model.reply(request, stop.signal)) {
    if (event.type === 'system' && shown.push(event.text) === 3) stop.abort();
  }
  expect(shown).toHaveLength(3);
  expect(count()).toBe(1);
});
