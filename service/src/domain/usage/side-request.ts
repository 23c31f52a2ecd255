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
  readonly patience: number;
  /** The estimated amounts of the request, and the most tokens of its answer. */
  readonly asked: Amounts;
  readonly answerMost?: number;
  /** The tokens of an answer, for models that report nothing. */
  readonly answered?: (answer: T) => number;
  readonly log: WarnLog;
}

/** Sends the request. It reports what it used, once or in parts; anything left out is estimated. */
type Ask<T> = (signal: AbortSignal, report: (used: Partial<Amounts>) => void) => Promise<T>;
type Services = Pick<Parts, 'database' | 'now' | 'config' | 'catalog'>;

/** The amounts of requests for titles, better prompts, and memories, for `runSideRequest`. */
export const inWords = (prompt: string) => ({
  asked: { ...noAmounts, input: estimatedTokens([prompt]) },
  answerMost: 1024,
  answered: (answer: unknown) => estimatedTokens([typeof answer === 'string' ? answer : JSON.stringify(answer)]),
});

/**
 * Sends a request that is not a reply, and counts it for the user. If it costs money, it is reserved first, so that
 * budgets include it and the sweeper counts it after a crash. Throws what `send` throws, and if a budget is used up. A
 * failure to count does not lose the answer.
 */
export const countedSideRequest = async <T>(
  { database, now, config, catalog }: Services,
  { user, purpose, model, patience, asked, answerMost = 0, answered, log }: SideRequest<T>,
  ask: Ask<T>,
): Promise<T> => {
  const rules = { catalog, budgets: config.budgets };
  const most = { ...asked, output: answerMost };
  const reserved = await database.db.transaction((tx) =>
    reserveSideRequest(tx, rules, { user, purpose, model, most, patience }, now()),
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
      log.warn({ err: error, purpose }, 'What a model was used for was not counted yet.');
    }
  };
  const signal = AbortSignal.timeout(patience);
  try {
    const answer = await ask(signal, (used) => {
      reported = { ...noAmounts, ...reported, ...used };
    });
    await count({ ...asked, output: answered?.(answer) ?? 0 });
    return answer;
  } catch (error) {
    // A request that timed out has used its input; one that failed has not.
    await count(signal.aborted ? asked : undefined);
    throw error;
  }
};

const budgetCodes: ReadonlySet<string> = new Set(['budget-used-up', 'budget-held']);

/** For work that nobody waits for: undefined if a budget is used up. */
export const unlessBudget = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof DomainError && budgetCodes.has(error.code)) return undefined;
    throw error;
  });
