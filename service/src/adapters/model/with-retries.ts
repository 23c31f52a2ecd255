import { setTimeout as pause } from 'node:timers/promises';
import { type ModelEvent, type ModelPort, answerEvents } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

const retries = 2;
/** Milliseconds before the first and the second retry where the provider names no time. */
const waits = [2000, 5000] as const;
/** A person does not wait longer, in milliseconds. */
const longest = 60_000;
/** Where another model can answer at once: the longest wait, and the one where the provider names none. */
const beforeAnother = { longest: 2000, usual: 500 };
const second = 1000;

/** Milliseconds before another try; none where it would not help, or would come too late. */
const waitFor = (error: unknown, attempt: number, replaceable: boolean): number | undefined => {
  if (!(error instanceof ModelFailure) || !error.passing || attempt >= (replaceable ? 1 : retries)) return undefined;
  const wait = error.wait ?? (replaceable ? beforeAnother.usual : waits[attempt]!);
  return wait > (replaceable ? beforeAnother.longest : longest) ? undefined : wait;
};

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;
const untilThen: Pause = (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** Says each second how long it will be. */
async function* countdown(wait: number, kind: string, signal: AbortSignal, rest: Pause): AsyncGenerator<ModelEvent> {
  const why = kind === 'busy' ? 'The model is busy' : 'The model can’t be reached';
  for (let left = wait; left > 0 && !signal.aborted; left -= second) {
    yield { type: 'system', text: `${why}. Trying again in ${Math.ceil(left / second)} s` };
    await rest(Math.min(left, second), signal);
  }
  if (!signal.aborted) yield { type: 'system', text: 'Thinking' };
}

/**
 * The same model, asked up to two times more where it is busy or cannot be reached, as long as it has not said a word.
 * It waits as long as the provider asks for, and tells the person.
 */
export const withRetries = (model: ModelPort, rest: Pause = untilThen): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    for (let attempt = 0; ; attempt += 1) {
      let begun = false;
      try {
        for await (const event of model.reply(request, signal)) {
          begun ||= answerEvents.has(event.type);
          yield event;
        }
        return;
      } catch (error) {
        const wait = begun ? undefined : waitFor(error, attempt, request.replaceable === true);
        if (wait === undefined) throw error;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only such a failure has a wait
        yield* countdown(wait, (error as ModelFailure).kind, signal, rest);
        if (signal.aborted) return;
      }
    }
  },
});
