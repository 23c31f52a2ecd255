import { type Phase, PhaseError } from './failure.ts';

/** Milliseconds: each phase may take `phase`; after `slow` a person reads that it still loads. */
export const budgets = { phase: 15_000, slow: 4000, backoff: [400, 1600] } as const;

const elapsed = (phase: Phase) => new PhaseError(phase, `no answer within ${budgets.phase / 1000} seconds`, true);

/** Settles as `work` does, or rejects when the phase's budget is spent: a promise that never settles cannot block. */
export const withinBudget = async <T>(phase: Phase, work: () => Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const spent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(elapsed(phase)), budgets.phase);
  });
  try {
    return await Promise.race([work(), spent]);
  } catch (error) {
    throw error instanceof PhaseError ? error : new PhaseError(phase, error);
  } finally {
    clearTimeout(timer);
  }
};

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Two retries with backoff for what failed quickly; what hung has had its time. Rejects with the first error: the next
 * ones of a module that threw while it was evaluated say nothing of the cause.
 */
export const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  const errors: unknown[] = [];
  for (const delay of [...budgets.backoff, undefined]) {
    try {
      return await work();
    } catch (error) {
      errors.push(error);
      if (delay === undefined || (error instanceof PhaseError && error.timedOut)) break;
      await pause(delay);
    }
  }
  throw errors[0];
};
