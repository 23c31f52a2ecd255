import { tryAgain } from '@atrium/shared-kernel/remote';
import { type Phase, PhaseError } from './failure.ts';

/** Milliseconds: each phase may take `phase`; after `slow` a person reads that it still loads; `settled` after its mount a remote has run. */
export const budgets = { phase: 15_000, slow: 4000, settled: 1000 } as const;

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

/** Tries what failed quickly twice more; what hung has had its time. */
export const withRetries = <T>(work: () => Promise<T>): Promise<T> =>
  tryAgain(work, (error) => !(error instanceof PhaseError && error.timedOut));
