import { usageDays as shownDays } from '@atrium/shared-kernel/contracts/constants';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import { budgetRevision } from '../teams/revisions.ts';
import { type BudgetRules, budgetsOf, monthOf, teamBudgetsOf } from './budgets.ts';
import { dayOf } from './usage.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Whose = { readonly userId: string } | { readonly teamId: string };
const whose = (of: Whose) => ('teamId' in of ? sql`d.team_id = ${of.teamId}` : sql`d.user_id = ${of.userId}`);

interface Row extends Record<string, unknown> {
  readonly model: string;
  readonly day: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly thought: number;
  readonly cost: number;
  readonly estimated: number;
}

interface Ranked {
  readonly cost: number;
  readonly tokens: number;
  readonly name: string | null;
  readonly id?: string | null;
}

const { compare } = new Intl.Collator('en');

/** What cost most comes first. Equal ones are in a fixed order, so that no row moves when a screen reads them again. */
const byCost = (a: Ranked, b: Ranked): number =>
  b.cost - a.cost || b.tokens - a.tokens || compare(a.name ?? '', b.name ?? '') || compare(a.id ?? '', b.id ?? '');

/** Groups by label, which is what users know models by: two with the same label count as one. */
const byLabel = (rows: readonly Row[], catalog: ModelCatalog) => {
  const labels = Map.groupBy(rows, ({ model }) => catalog.entryOf(model)?.label ?? 'Assistant');
  const models = [...labels].map(([label, uses]) => {
    const total = (name: 'input' | 'output' | 'cached' | 'thought' | 'cost' | 'estimated') =>
      uses.reduce((sum, use) => sum + use[name], 0);
    const days = [...Map.groupBy(uses, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      tokens: ofDay.reduce((sum, { input, output }) => sum + input + output, 0),
      cost: ofDay.reduce((sum, { cost }) => sum + cost, 0),
    }));
    const [input, output, cost] = [total('input'), total('output'), total('cost')];
    return {
      label,
      input,
      output,
      cached: total('cached'),
      thought: total('thought'),
      cost,
      estimated: total('estimated') > 0,
      days,
    };
  });
  const ranked = models.map((model) => ({
    model,
    cost: model.cost,
    tokens: model.input + model.output,
    name: model.label,
  }));
  return ranked.toSorted(byCost).map(({ model }) => model);
};

const membersOf = async (db: Db, teamId: string, from: string, to: string) => {
  const { rows } = await db.execute<{
    id: string | null;
    name: string | null;
    member: boolean;
    tokens: number;
    cost: number;
    limit: number | null;
  }>(sql`
    with used as (
      select user_id, sum(input + output)::float8 as tokens, sum(cost)::float8 as cost from model_use_days
      where team_id = ${teamId} and day between ${from} and ${to} group by user_id
    ), people as (
      select user_id from team_members where team_id = ${teamId} union select user_id from used
    )
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name, m.user_id is not null as member,
      coalesce(d.tokens, 0) as tokens, coalesce(d.cost, 0) as cost, b.limit::float8 as limit
    from people p left join users u on u.id = p.user_id
      left join team_members m on m.team_id = ${teamId} and m.user_id = p.user_id
      left join used d on d.user_id is not distinct from p.user_id
      left join team_budgets b on b.team_id = ${teamId} and b.user_id = m.user_id`);
  return rows.toSorted(byCost).map(({ id, name, member, tokens, cost, limit }) => ({
    ...(member && id ? { _id: id } : {}),
    ...(id && name ? { name } : {}),
    tokens,
    cost,
    ...(limit === null ? {} : { budget: limit / 1_000_000 }),
    ...(member ? { revision: budgetRevision(limit ?? undefined) } : {}),
  }));
};

/** Tokens and cost of the last days by model, of a user or of a whole team, with the budgets that apply. */
export const modelUsageOf = async (db: Db, rules: BudgetRules, of: Whose, now: number) => {
  const [from, to] = [dayOf(now - (shownDays - 1) * dayMs), dayOf(now)];
  const { rows } = await db.execute<Row>(sql`
    select d.model, d.day, sum(d.input)::float8 as input, sum(d.output)::float8 as output, sum(d.cached)::float8 as cached,
      sum(d.thought)::float8 as thought, sum(d.cost)::float8 as cost, sum(d.estimated)::float8 as estimated
    from model_use_days d where ${whose(of)} and d.day between ${from} and ${to} group by d.model, d.day order by d.day`);
  const { resets } = monthOf(now);
  const budgets = (await budgetsOf(db, rules, of, now)).map(({ scope, limit, spent }) => ({
    scope,
    limit,
    spent,
    resets,
  }));
  const answer = { from, to, models: byLabel(rows, rules.catalog), budgets };
  if (!('teamId' in of)) return answer;
  const budget = await teamBudgetsOf(db, of.teamId);
  return {
    ...answer,
    members: await membersOf(db, of.teamId, from, to),
    ...(budget === undefined ? {} : { budget: budget / 1_000_000 }),
    budgetRevision: budgetRevision(budget),
  };
};
