import { setTimeout as pause } from 'node:timers/promises';
import { type ModelEvent, type ModelPort, answerEvents } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

const retries = 2;
/** Milliseconds before the first and the second retry if the provider names no time. */
const waits = [2000, 5000] as const;
/** Milliseconds. Users are not made to wait longer. */
const maxWait = 60_000;
/** Milliseconds if another model can answer: the maximum, and the wait if the provider names no time. */
const beforeAnother = { max: 2000, usual: 500 };
const second = 1000;

/** Milliseconds before a retry; undefined if a retry would not help or would be too late. */
const waitFor = (error: unknown, attempt: number, replaceable: boolean): number | undefined => {
  if (!(error instanceof ModelFailure) || !error.passing || attempt >= (replaceable ? 1 : retries)) return undefined;
  const wait = error.wait ?? (replaceable ? beforeAnother.usual : waits[attempt]!);
  return wait > (replaceable ? beforeAnother.max : maxWait) ? undefined : wait;
};

export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;
const sleepUnlessAborted: Sleep = (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** Emits the remaining seconds every second. */
async function* countdown(wait: number, kind: string, signal: AbortSignal, sleep: Sleep): AsyncGenerator<ModelEvent> {
  const why = kind === 'busy' ? 'The model is busy' : 'The model can’t be reached';
  for (let left = wait; left > 0 && !signal.aborted; left -= second) {
    yield { type: 'system', text: `${why}. Trying again in ${Math.ceil(left / second)} s` };
    await sleep(Math.min(left, second), signal);
  }
  if (!signal.aborted) yield { type: 'system', text: 'Thinking' };
}

/**
 * Wraps a model with up to two retries while it is busy or cannot be reached, unless its answer has started. It waits
 * for as long as the provider asks, and shows the user a countdown.
 */
export const withRetries = (model: ModelPort, sleep: Sleep = sleepUnlessAborted): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    for (let attempt = 0; ; attempt += 1) {
      let started = false;
      try {
        for await (const event of model.reply(request, signal)) {
          started ||= answerEvents.has(event.type);
          yield event;
        }
        return;
      } catch (error) {
        const wait = started ? undefined : waitFor(error, attempt, request.replaceable === true);
        if (wait === undefined) throw error;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only such a failure has a wait
        yield* countdown(wait, (error as ModelFailure).kind, signal, sleep);
        if (signal.aborted) return;
      }
    }
  },
});
