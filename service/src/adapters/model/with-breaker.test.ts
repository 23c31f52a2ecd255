import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { ModelEvent, ModelPort, ModelRequest } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { createBreaker, withBreaker } from './with-breaker.ts';
import { withSilenceLimit } from './with-silence-limit.ts';

afterEach(() => vi.useRealTimers());

const request: ModelRequest = { system: '', turns: [], prompt: 'Hi', owner: 'a'.repeat(24) };
const never = () => new AbortController().signal;

const modelThat = (steps: () => (ModelEvent | Error)[]) => {
  let requests = 0;
  const model: ModelPort = {
    label: 'any',
    name: async () => '',
    improve: async () => '',
    async *reply() {
      requests += 1;
      for (const step of steps()) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
  };
  return { model, requests: () => requests };
};
const failsWith = (model: ModelPort) => Array.fromAsync(model.reply(request, never())).catch((error: unknown) => error);
const text: ModelEvent = { type: 'text', text: 'Yes.' };

it('pauses a provider that fails repeatedly, for all of its models, and tries it again after a while', async () => {
  let down = true;
  const steps = () => [
    { type: 'omission', omission: { kind: 'pictures-off' } } as const,
    down ? new ModelFailure('unreachable', 'Down.') : text,
  ];
  const [one, other] = [modelThat(steps), modelThat(steps)];
  const breaker = createBreaker({ failures: 3, pause: 0 });
  const first = withBreaker(one.model, breaker);
  for (let at = 0; at < 3; at += 1) expect(await failsWith(first)).toMatchObject({ message: 'Down.' });
  const opened = createBreaker({ failures: 1, pause: 60_000 });
  await failsWith(withBreaker(other.model, opened));
  expect(await failsWith(withBreaker(one.model, opened))).toMatchObject({ kind: 'unreachable', passing: false });
  expect([one.requests(), other.requests()]).toEqual([3, 1]);
  // After the pause the next request is let through, and closes the circuit.
  down = false;
  expect(await Array.fromAsync(first.reply(request, never()))).toHaveLength(2);
});

/** A model that sends nothing until it is aborted. */
const silentModel = () => {
  const { model, requests } = modelThat(() => []);
  const silent: ModelPort = {
    ...model,
    async *reply(given, signal) {
      yield* model.reply(given, signal);
      if (!signal.aborted) await once(signal, 'abort');
    },
  };
  return { silent, requests };
};
/** The events of a request that is aborted while it runs. */
const untilAborted = (model: ModelPort, reason?: unknown) => {
  const stop = new AbortController();
  setImmediate(() => stop.abort(reason));
  return Array.fromAsync(model.reply(request, stop.signal));
};
/** A request that is aborted while it runs, which no model reports. */
const abortedFor = async (model: ModelPort, reason?: unknown) => expect(await untilAborted(model, reason)).toEqual([]);

it('pauses a provider that is repeatedly silent', async () => {
  const { silent, requests } = silentModel();
  const model = withBreaker(withSilenceLimit(silent, 1), createBreaker({ failures: 3, pause: 60_000 }));
  for (let at = 0; at < 4; at += 1)
    await expect(Array.fromAsync(model.reply({ ...request, replaceable: true }, never()))).rejects.toThrow(
      ModelFailure,
    );
  expect(requests()).toBe(3);
});

it('counts a request that was given up for the silence of its model, and no other one that was stopped', async () => {
  const { silent, requests } = silentModel();
  const model = withBreaker(silent, createBreaker({ failures: 2, pause: 60_000 }));
  const silence = new ModelFailure('unreachable', 'Silent.');
  for (const reason of [undefined, silence, undefined, silence]) await abortedFor(model, reason);
  expect(await failsWith(model)).toMatchObject({ kind: 'unreachable' });
  expect(requests()).toBe(4);
});

it('lets another model answer at once while a request tries the provider again, and others wait for its result', async () => {
  const tried = Promise.withResolvers<void>();
  let steps: (ModelEvent | Error)[] = [new ModelFailure('unreachable', 'Down.')];
  const { model, requests } = modelThat(() => steps);
  const slow: ModelPort = {
    ...model,
    async *reply(given, signal) {
      if (requests() > 0) await tried.promise;
      yield* model.reply(given, signal);
    },
  };
  const wrapped = withBreaker(slow, createBreaker({ failures: 1, pause: 0 }));
  await failsWith(wrapped);
  steps = [text];
  const read = (replaceable: boolean) => Array.fromAsync(wrapped.reply({ ...request, replaceable }, never()));
  const trying = read(true);
  const waiting = read(false);
  const outcome = await Promise.race([read(true).catch((error: unknown) => error), nextTurn('waits')]);
  expect(outcome).toMatchObject({ kind: 'unreachable', passing: false });
  tried.resolve();
  expect(await Promise.all([trying, waiting])).toEqual([[text], [text]]);
  expect(requests()).toBe(3);
});

it('pauses a provider again if the request that tries it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { silent, requests } = silentModel();
  const model = withBreaker(silent, createBreaker({ failures: 1, pause: 30_000 }));
  await abortedFor(model, new ModelFailure('unreachable', 'Silent.'));
  vi.setSystemTime(Date.now() + 30_000);
  await abortedFor(model);
  await expect(untilAborted(model)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(requests()).toBe(2);
});

it('counts neither refusals nor an answer that breaks off later', async () => {
  const breaker = createBreaker({ failures: 1, pause: 60_000 });
  for (const steps of [[new ModelFailure('refused', 'No.')], [text, new ModelFailure('unreachable', 'Gone.')]])
    expect(await failsWith(withBreaker(modelThat(() => steps).model, breaker))).toBeInstanceOf(ModelFailure);
  expect(await Array.fromAsync(withBreaker(modelThat(() => [text]).model, breaker).reply(request, never()))).toEqual([
    text,
  ]);
});
