import { sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import { microsOfDollars } from './amounts.ts';
import { monthOf } from './budgets.ts';

const shownDays = 30;
const maxTeams = 20;
const dayMs = 24 * 60 * 60 * 1000;

interface Totals extends Record<string, unknown> {
  readonly name: string;
  readonly uses: number;
  readonly estimated: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Micro-dollars. */
  readonly cost: number;
}

const sums = sql`sum(d.uses)::float8 as uses, sum(d.estimated)::float8 as estimated, sum(d.input)::float8 as input,
  sum(d.cached)::float8 as cached, sum(d.output)::float8 as output, sum(d.cost)::float8 as cost`;

/**
 * For operators: what models used in the last 30 days, by day, model, purpose, and team, and the models' budgets for
 * this month. Amounts of money are micro-dollars.
 */
export const operatorUsage = async (db: Db, catalog: ModelCatalog, now: number) => {
  const from = new Date(now - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
  const by = async (column: 'day' | 'model' | 'purpose') =>
    (
      await db.execute<Totals>(
        sql`select ${sql.identifier(column)} as name, ${sums} from model_use_days d where d.day >= ${from}
          group by 1 order by ${column === 'day' ? sql`1 desc` : sql`cost desc, input desc`}`,
      )
    ).rows;
  const { rows: teams } = await db.execute<Totals>(sql`
    select coalesce(t.name, case when d.team_id = '' then 'No team' else 'Closed team' end) as name, ${sums}
    from model_use_days d left join teams t on t.id = d.team_id where d.day >= ${from}
    group by d.team_id, t.name order by cost desc, input desc limit ${maxTeams}`);
  const { rows: spent } = await db.execute<{ model: string; cost: number }>(sql`
    select model, sum(cost)::float8 as cost from model_use_days where day >= ${monthOf(now).from} group by 1`);
  const budgets = catalog.entries.flatMap(({ id, budget }) => {
    if (budget === undefined) return [];
    return [{ model: id, limit: microsOfDollars(budget), spent: spent.find(({ model }) => model === id)?.cost ?? 0 }];
  });
  return { days: await by('day'), models: await by('model'), purposes: await by('purpose'), teams, budgets };
};
