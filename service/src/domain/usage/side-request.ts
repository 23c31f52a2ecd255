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
  /** Milliseconds that the model has. */
  readonly patience: number;
  /** What asking takes, estimated, and the most that an answer may be. */
  readonly asked: Amounts;
  readonly answerMost?: number;
  /** Of an answer, where nobody reports what it took: its tokens. */
  readonly answered?: (answer: T) => number;
  readonly log: WarnLog;
}

/** Who is asked says what it took, once or piece by piece; anything that it leaves out is estimated. */
type Ask<T> = (signal: AbortSignal, report: (used: Partial<Amounts>) => void) => Promise<T>;
type Services = Pick<Parts, 'database' | 'now' | 'config' | 'catalog'>;

/** What titles, better prompts and memories are made of, in words, as `countedSideRequest` takes it. */
export const inWords = (prompt: string) => ({
  asked: { ...noAmounts, input: estimatedTokens([prompt]) },
  answerMost: 1024,
  answered: (answer: unknown) => estimatedTokens([typeof answer === 'string' ? answer : JSON.stringify(answer)]),
});

/**
 * Asks a model for something beside replies, and counts it for the person. What is paid for is reserved before, so that
 * budgets know of it and a crash leaves it to the sweeper. Throws what asking throws, and where a budget is used up; what
 * goes wrong with counting afterwards takes the answer from nobody.
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
    // Who was asked for too long has worked until then; who failed has not.
    await count(signal.aborted ? asked : undefined);
    throw error;
  }
};

const budgetCodes: ReadonlySet<string> = new Set(['budget-used-up', 'budget-held']);

/** The same for work that nobody waits for: where a budget is used up it is left undone, and undefined. */
export const unlessBudget = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof DomainError && budgetCodes.has(error.code)) return undefined;
    throw error;
  });
