import * as z from 'zod';

const dollars = () => z.coerce.number().positive('has to be an amount of US dollars').max(100_000_000).optional();

/** US dollars that each user, and each team, may spend on models per month. */
export const budgetVariables = { ATRIUM_BUDGET_PERSON: dollars(), ATRIUM_BUDGET_TEAM: dollars() };

export interface BudgetConfig {
  readonly person?: number | undefined;
  readonly team?: number | undefined;
}

interface Values {
  readonly ATRIUM_BUDGET_PERSON?: number | undefined;
  readonly ATRIUM_BUDGET_TEAM?: number | undefined;
}

export const readBudgets = ({ ATRIUM_BUDGET_PERSON: person, ATRIUM_BUDGET_TEAM: team }: Values): BudgetConfig => ({
  person,
  team,
});
