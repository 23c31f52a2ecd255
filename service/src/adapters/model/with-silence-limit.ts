import type { ModelPort } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { aboutRequest } from './with-breaker.ts';

/**
 * Wraps a model so that it fails if it has sent nothing for `limit` milliseconds and another model can answer. Without
 * one, or once it has sent something, only the limit of the whole reply holds. The failure counts for the provider's
 * circuit breaker.
 */
export const withSilenceLimit = (model: ModelPort, limit: number): ModelPort => ({
  ...model,
  async *reply(request, signal) {
    if (!request.replaceable) return yield* model.reply(request, signal);
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), limit);
    try {
      for await (const event of model.reply(request, AbortSignal.any([signal, silent.signal]))) {
        if (!aboutRequest.has(event.type)) clearTimeout(timer);
        yield event;
      }
    } finally {
      clearTimeout(timer);
    }
    if (silent.signal.aborted && !signal.aborted)
      throw new ModelFailure('unreachable', `It sent nothing for ${Math.round(limit / 1000)} seconds.`);
  },
});
