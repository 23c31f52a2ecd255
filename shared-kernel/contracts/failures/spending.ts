import * as z from 'zod/mini';
import { conflict, forbidden } from './define.ts';

/** What a budget is for: a user in total, a user within their team, a team, or one model. */
export const budgetScopes = ['person', 'member', 'team', 'model'] as const;

const budgetNames = {
  person: 'Your budget',
  member: 'Your budget in this team',
  team: 'Your team’s budget',
  model: 'The budget',
} as const;

const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(day));

export const budgets = {
  'budget-used-up': forbidden(
    ({ scope, model, resets, others }) =>
      `${budgetNames[scope]}${scope === 'model' ? ` for “${model ?? 'this model'}”` : ''} for this month is used up. It resets on ${dayInWords(resets)}.${
        others ? ' Choose another model to continue.' : ''
      }`,
    () =>
      z.object({
        scope: z.enum(budgetScopes),
        /** The name of the model that users see. */
        model: z.optional(z.string()),
        /** US dollars per month. */
        limit: z.number(),
        /** The first day (UTC) of the next month, such as 2026-12-01. */
        resets: z.string(),
        /** Whether another model that the user may choose is still within its budgets. */
        others: z.boolean(),
      }),
  ),
  'budget-held': conflict(
    'The rest of the budget is reserved for replies that are running. Try again when one is done.',
  ),
} as const;

/** Codes of everything that sends something to a model. */
export const spending = ['budget-used-up', 'budget-held'] as const;
