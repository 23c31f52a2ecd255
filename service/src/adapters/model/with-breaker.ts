import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { ModelEvent, ModelPort } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';

/** Failures in a row that open the circuit, and milliseconds until the next attempt. */
const defaults = { failures: 5, pause: 30_000 };

const isOutage = (error: unknown): boolean =>
  error instanceof ModelFailure && (error.kind === 'unreachable' || error.kind === 'busy');

/** A circuit breaker for all models of an account. It opens after several outages in a row. */
export const createBreaker = ({ failures, pause } = defaults): CircuitBreakerPolicy =>
  circuitBreaker(handleWhen(isOutage), { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) });

export const paused = (cause?: unknown): ModelFailure =>
  new ModelFailure('unreachable', 'Its provider failed several times in a row and is paused for a while.', {
    cause,
  });

/** Events that do not show whether the provider answers. */
export const aboutRequest: ReadonlySet<ModelEvent['type']> = new Set(['omission', 'system', 'model']);

/**
 * The events up to the first one that shows that the provider answers. Throws why the request was aborted before: this
 * counts if it is an outage, as for a model that was silent for too long, and neither way if the user stopped the reply.
 * The one request that `tries` a paused provider has to count: if it is stopped, the pause starts again.
 */
const beginning = async (
  events: AsyncIterator<ModelEvent>,
  signal: AbortSignal,
  tries: boolean,
): Promise<IteratorResult<ModelEvent>[]> => {
  const read: IteratorResult<ModelEvent>[] = [];
  for (;;) {
    const one = await events.next();
    if (one.done && signal.aborted) throw tries ? paused(signal.reason) : signal.reason;
    read.push(one);
    if (one.done || !aboutRequest.has(one.value.type)) return read;
  }
};

/**
 * Wraps a model so that its provider is not called while the circuit is open: users get the failure, or another model,
 * at once. While one request tries the provider after a pause, only those that no other model can answer wait for its
 * result. Only failures before the first event count. An answer that breaks off later does not.
 */
export const withBreaker = (model: ModelPort, breaker: CircuitBreakerPolicy): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    const isTrying = () => breaker.state === CircuitState.HalfOpen;
    if (isTrying() && request.replaceable) throw paused();
    const events = model.reply(request, signal)[Symbol.asyncIterator]();
    let first: IteratorResult<ModelEvent>[];
    try {
      first = await breaker.execute(() => beginning(events, signal, isTrying()));
    } catch (error) {
      if (signal.aborted) return;
      throw isBrokenCircuitError(error) ? paused(error) : error;
    }
    try {
      for (const { done, value } of first) {
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
