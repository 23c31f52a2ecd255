import type { ModelUsage } from '../../ports/model.ts';
import type { Parts } from '../parts.ts';
import { estimatedTokens } from './amounts.ts';
import { withinBudgets } from './budgets.ts';
import { recordUsage, type UsePurpose } from './record.ts';

interface Aside {
  readonly user: string;
  readonly purpose: UsePurpose;
  /** What is asked, in words: the use is estimated from it where the provider reports none. */
  readonly prompt: string;
}

/** Asks the model for titles, better prompts and memories, and counts it for the person. Throws what asking throws, and where a budget is used up. */
export const countedAside = async <T>(
  { database, sideEntry, now, config, catalog }: Pick<Parts, 'database' | 'sideEntry' | 'now' | 'config' | 'catalog'>,
  { user, purpose, prompt }: Aside,
  ask: (onUsage: (usage: ModelUsage) => void) => Promise<T>,
): Promise<T> => {
  const rules = { catalog, budgets: config.budgets };
  await withinBudgets(database.db, rules, { userId: user, models: [sideEntry.id], locks: false, now: now() });
  let reported: ModelUsage | undefined;
  const answer = await ask((usage) => (reported = usage));
  const estimate = () => ({
    input: estimatedTokens([prompt]),
    output: estimatedTokens([typeof answer === 'string' ? answer : JSON.stringify(answer)]),
    cached: 0,
    thought: 0,
    estimated: true,
  });
  await recordUsage(database.pool, { purpose, model: sideEntry, user, usage: reported ?? estimate() }, now());
  return answer;
};
