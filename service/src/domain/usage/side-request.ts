import { inTransaction } from '../../db/transaction.ts';
import type { WarnLog } from '../../log.ts';
import type { ModelEntry } from '../../ports/model-catalog.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { type Amounts, estimatedTokens, noAmounts } from './amounts.ts';
import { recordUsage, type UsePurpose } from './record.ts';
import { reserveSideRequest, settleUsage } from './reservations.ts';

interface SideRequest<T> {
  readonly user: string;
  readonly purpose: UsePurpose;
  readonly model: ModelEntry;
  /** The time limit in milliseconds. */
  readonly timeout: number;
  /** The estimated amounts of the request, and the most tokens of its answer. */
  readonly requested: Amounts;
  readonly maxOutput?: number;
  /** The tokens of an answer, for models that report nothing. */
  readonly answered?: (answer: T) => number;
  /** Ends the request early, which then throws its reason; what was sent until then is counted. */
  readonly ending?: AbortSignal | undefined;
  readonly log: WarnLog;
}

/** Sends the request. It reports what it used, once or in parts; anything left out is estimated. */
type Send<T> = (signal: AbortSignal, report: (used: Partial<Amounts>) => void) => Promise<T>;
type Services = Pick<Parts, 'database' | 'now' | 'config' | 'catalog'>;

/** The amounts of requests for titles, better prompts, and memories, for `runSideRequest`. */
export const textAmounts = (prompt: string) => ({
  requested: { ...noAmounts, input: estimatedTokens([prompt]) },
  maxOutput: 1024,
  answered: (answer: unknown) => estimatedTokens([typeof answer === 'string' ? answer : JSON.stringify(answer)]),
});

/**
 * Sends a request that is not a reply, and counts it for the user. If it costs money, it is reserved first, so that
 * budgets include it and the sweeper counts it after a crash. Throws what `send` throws, and if a budget is used up. A
 * failure to count does not lose the answer.
 */
export const runSideRequest = async <T>(
  { database, now, config, catalog }: Services,
  { user, purpose, model, timeout, requested, maxOutput = 0, answered, ending, log }: SideRequest<T>,
  send: Send<T>,
): Promise<T> => {
  ending?.throwIfAborted();
  const rules = { catalog, budgets: config.budgets };
  const most = { ...requested, output: maxOutput };
  const reserved = await database.db.transaction((tx) =>
    reserveSideRequest(tx, rules, { user, purpose, model, most, timeout }, now()),
  );
  let reported: Amounts | undefined;
  const count = async (estimate: Amounts | undefined): Promise<void> => {
    const usage = reported ?? (estimate && { ...estimate, estimated: true });
    try {
      if (reserved !== undefined)
        await inTransaction(database.pool, (client) =>
          settleUsage(client, reserved, usage ? [{ ...usage, model: model.id }] : [], catalog, now()),
        );
      else if (usage) await recordUsage(database.pool, { purpose, model, user, usage }, now());
    } catch (error) {
      log.warn({ err: error, purpose }, 'The usage of a model could not be recorded; retrying.');
    }
  };
  const limit = AbortSignal.timeout(timeout);
  const signal = ending ? AbortSignal.any([limit, ending]) : limit;
  try {
    const answer = await send(signal, (used) => {
      reported = { ...noAmounts, ...reported, ...used };
    });
    await count({ ...requested, output: answered?.(answer) ?? 0 });
    return answer;
  } catch (error) {
    // An aborted request has used its input; a failed one has not.
    await count(signal.aborted ? requested : undefined);
    ending?.throwIfAborted();
    throw error;
  }
};

const budgetCodes: ReadonlySet<string> = new Set(['budget-used-up', 'budget-held']);

/** For work that nobody waits for: undefined if a budget is used up. */
export const unlessBudget = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof DomainError && budgetCodes.has(error.code)) return undefined;
    throw error;
  });
