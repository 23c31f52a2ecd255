import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { ModelEvent, ModelPort } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

/** So many answers in a row have to fail, and it takes so many milliseconds until one is tried again. */
const usual = { failures: 5, pause: 30_000 };

const isOutage = (error: unknown): boolean =>
  error instanceof ModelFailure && (error.kind === 'unreachable' || error.kind === 'busy');

/** One for all models of a provider: opens when it cannot be reached, or is busy, several times in a row. */
export const createBreaker = ({ failures, pause } = usual): CircuitBreakerPolicy =>
  circuitBreaker(handleWhen(isOutage), { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) });

const open = (cause: unknown) =>
  new ModelFailure('unreachable', 'Its provider failed several times in a row and is left alone for a while.', {
    cause,
  });

/** Whatever says nothing of whether the provider answers. */
const aboutRequest: ReadonlySet<ModelEvent['type']> = new Set(['omission', 'system', 'model']);

/** What a model says up to the first event that its provider sent. */
const beginning = async (events: AsyncIterator<ModelEvent>): Promise<IteratorResult<ModelEvent>[]> => {
  const read: IteratorResult<ModelEvent>[] = [];
  for (;;) {
    const one = await events.next();
    read.push(one);
    if (one.done || !aboutRequest.has(one.value.type)) return read;
  }
};

/**
 * The same model, whose provider is left alone while its circuit is open: people get the failure, or another model, at
 * once. Only what happens before the first event counts; an answer that breaks off later was an answer.
 */
export const withBreaker = (model: ModelPort, breaker: CircuitBreakerPolicy): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    const events = model.reply(request, signal)[Symbol.asyncIterator]();
    let begun: IteratorResult<ModelEvent>[];
    try {
      begun = await breaker.execute(() => beginning(events));
    } catch (error) {
      throw isBrokenCircuitError(error) ? open(error) : error;
    }
    try {
      for (const { done, value } of begun) {
        if (done) return;
        yield value;
      }
      for (;;) {
        const { done, value } = await events.next();
        if (done) return;
        yield value;
      }
    } finally {
      await events.return?.();
    }
  },
});
