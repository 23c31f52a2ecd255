import { tryAgain } from '@atrium/shared-kernel/remote';
import { type Phase, PhaseError } from './failure.ts';

/**
 * Milliseconds: the limit of each phase, until the screen says that it is still loading, and until a mounted remote
 * counts as running.
 */
export const budgets = { phase: 15_000, slow: 4000, settled: 1000 } as const;

const elapsed = (phase: Phase) => new PhaseError(phase, `no answer within ${budgets.phase / 1000} seconds`, true);

/**
 * Settles as `work` does, or rejects when the phase's budget is spent. So a promise that never settles blocks nothing.
 */
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

/** Retries what failed twice, but not what has used up its budget. */
export const withRetries = <T>(work: () => Promise<T>): Promise<T> =>
  tryAgain(work, (error) => !(error instanceof PhaseError && error.timedOut));
