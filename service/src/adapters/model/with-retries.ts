import { setTimeout as pause } from 'node:timers/promises';
import type { ModelEvent, ModelPort } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

const retries = 2;
/** Milliseconds before the first and the second retry where the provider names no time. */
const waits = [2000, 5000] as const;
/** A person does not wait longer, in milliseconds. */
const longest = 60_000;
const second = 1000;

const spoken: ReadonlySet<ModelEvent['type']> = new Set(['text', 'textFinal', 'thinking', 'thought']);

/** Milliseconds before another try; none where it would not help, or would come too late. */
const waitFor = (error: unknown, attempt: number): number | undefined => {
  if (!(error instanceof ModelFailure) || !error.passing || attempt >= retries) return undefined;
  const wait = error.wait ?? waits[attempt]!;
  return wait > longest ? undefined : wait;
};

type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>;
const untilThen: Pause = (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined);

/** Says each second how long it will be. */
async function* countdown(wait: number, kind: string, signal: AbortSignal, rest: Pause): AsyncGenerator<ModelEvent> {
  const why = kind === 'busy' ? 'The model is busy' : 'The model can’t be reached';
  for (let left = Math.ceil(wait / second); left > 0 && !signal.aborted; left -= 1) {
    yield { type: 'system', text: `${why}. Trying again in ${left} s` };
    await rest(second, signal);
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
          begun ||= spoken.has(event.type);
          yield event;
        }
        return;
      } catch (error) {
        const wait = begun ? undefined : waitFor(error, attempt);
        if (wait === undefined) throw error;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only such a failure has a wait
        yield* countdown(wait, (error as ModelFailure).kind, signal, rest);
        if (signal.aborted) return;
      }
    }
  },
});
