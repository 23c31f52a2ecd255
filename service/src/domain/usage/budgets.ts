import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { ModelCatalog, ModelEntry } from '../../ports/model-catalog.ts';
import { DomainError } from '../domain-error.ts';
import { microsOfDollars } from './amounts.ts';

/** The US dollars that each user and each team may spend per calendar month (UTC); undefined: no limit. */
export interface Budgets {
  readonly person?: number | undefined;
  readonly team?: number | undefined;
}

export interface BudgetRules {
  readonly catalog: ModelCatalog;
  readonly budgets: Budgets;
}

export type BudgetScope = 'person' | 'member' | 'team' | 'model';

interface Scope {
  readonly scope: BudgetScope;
  /** The id of the team or the model. */
  readonly of: string;
  /** Micro-dollars. */
  readonly limit: number;
}

export interface BudgetState extends Scope {
  /** Micro-dollars spent this month, and the most that running requests may add. */
  readonly spent: number;
  readonly held: number;
}

/** The first day of the month that contains `now` (ms), and of the next month, in UTC, such as 2026-11-01. */
export const monthOf = (now: number): { readonly from: string; readonly resets: string } => {
  const date = new Date(now);
  const first = (months: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
  return { from: first(0), resets: first(1) };
};

/** Whether using the model costs money. */
export const costsMoney = (entry: ModelEntry | undefined): boolean =>
  entry?.price !== undefined && Object.values(entry.price).some((price) => (price ?? 0) > 0);

/** The user's active team (empty for none), with the budgets set by its admins. */
const teamOf = async (db: Tx, userId: string) => {
  const { rows } = await db.execute<{ team: string; whole: string | null; member: string | null }>(sql`
    select coalesce(u.active_team_id, '') as team,
      (select "limit" from team_budgets where team_id = u.active_team_id and user_id = '') as whole,
      (select "limit" from team_budgets where team_id = u.active_team_id and user_id = u.id) as member
    from users u where u.id = ${userId}`);
  const { team = '', whole, member } = rows[0] ?? {};
  return {
    team,
    whole: whole == null ? undefined : Number(whole),
    member: member == null ? undefined : Number(member),
  };
};

/** The lowest of the limits that are set. */
const lowest = (...limits: readonly (number | undefined)[]): number | undefined => {
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? undefined : Math.min(...set);
};
const micros = (dollars: number | undefined) => (dollars === undefined ? undefined : microsOfDollars(dollars));

const scopesOf = async (db: Tx, { catalog, budgets }: BudgetRules, userId: string, models: readonly string[]) => {
  const { team, whole, member } = await teamOf(db, userId);
  const limits: readonly (readonly [BudgetScope, string, number | undefined])[] = [
    ['person', '', micros(budgets.person)],
    ['member', team, member],
    ['team', team, team === '' ? undefined : lowest(micros(budgets.team), whole)],
    ...models.map((id) => ['model', id, micros(catalog.entryOf(id)?.budget)] as const),
  ];
  return limits.flatMap(([scope, of, limit]): Scope[] => (limit === undefined ? [] : [{ scope, of, limit }]));
};

const whose = ({ scope, of }: Scope, userId: string) => {
  if (scope === 'model') return sql`model = ${of}`;
  if (scope === 'team') return sql`team_id = ${of}`;
  return scope === 'member' ? sql`user_id = ${userId} and team_id = ${of}` : sql`user_id = ${userId}`;
};

const stateOf = async (db: Tx, scope: Scope, userId: string, now: number): Promise<BudgetState> => {
  const { rows } = await db.execute<{ spent: string; held: string }>(sql`
    select (select coalesce(sum(cost), 0) from model_use_days where ${whose(scope, userId)} and day >= ${monthOf(now).from}) as spent,
      (select coalesce(sum(cost), 0) from usage_reservations
        where ${whose(scope, userId)} and expires > ${new Date(now).toISOString()}::timestamptz) as held`);
  return { ...scope, spent: Number(rows[0]?.spent ?? 0), held: Number(rows[0]?.held ?? 0) };
};

/** Serializes requests that the same budget may refuse. */
const lock = async (tx: Tx, scopes: readonly Scope[], userId: string): Promise<void> => {
  const keys = scopes.map(
    ({ scope, of }) => `${scope}:${scope === 'person' || scope === 'member' ? userId : ''}:${of}`,
  );
  for (const key of keys.toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('atrium-budget'), hashtext(${key}))`);
};

const isOpen = ({ spent, held, limit }: BudgetState): boolean => spent + held < limit;

/** Whether a model may be used; one that costs nothing always may. */
const passes = (entry: ModelEntry | undefined, states: readonly BudgetState[]): boolean =>
  !costsMoney(entry) || states.every((state) => isOpen(state) || (state.scope === 'model' && state.of !== entry?.id));

interface BudgetQuestion {
  readonly userId: string;
  /** Ids of the models that may answer, best first. */
  readonly models: readonly string[];
  /** Ids of other models that the user could choose instead. */
  readonly others?: readonly string[];
  readonly now: number;
}

/**
 * The models that budgets still allow; without a budget, all of them. Throws if the first one is not allowed; the
 * details say whether the user could choose another one. A request may be sent as long as anything is left. A budget is
 * exceeded by one reply at most, because running requests count with their highest possible cost.
 */
export const withinBudgets = async (
  tx: Tx,
  rules: BudgetRules,
  { userId, models, others = [], now }: BudgetQuestion,
): Promise<readonly string[]> => {
  const entryOf = (id: string) => rules.catalog.entryOf(id);
  if (!models.some((id) => costsMoney(entryOf(id)))) return models;
  const scopes = await scopesOf(tx, rules, userId, models);
  if (scopes.length === 0) return models;
  await lock(tx, scopes, userId);
  const states: BudgetState[] = [];
  for (const scope of scopes) states.push(await stateOf(tx, scope, userId, now));
  const open = models.filter((id) => passes(entryOf(id), states));
  const [first = ''] = models;
  if (open[0] === first) return open;
  const closed = states.filter((state) => !isOpen(state) && (state.scope !== 'model' || state.of === first));
  const usedUp = closed.find(({ spent, limit }) => spent >= limit);
  if (!usedUp) throw new DomainError('budget-held');
  const { scope, limit } = usedUp;
  const personal = states.filter((state) => state.scope !== 'model');
  const free: string[] = [];
  for (const id of others.filter((one) => one !== first)) {
    const own = (await scopesOf(tx, rules, userId, [id])).filter((one) => one.scope === 'model');
    const state = own[0] && (await stateOf(tx, own[0], userId, now));
    if (passes(entryOf(id), state ? [...personal, state] : personal)) free.push(id);
  }
  throw new DomainError('budget-used-up', {
    scope,
    ...(scope === 'model' ? { model: entryOf(first)?.label ?? 'Assistant' } : {}),
    limit: limit / 1_000_000,
    resets: monthOf(now).resets,
    others: free.length > 0,
  });
};

/** The monthly budget that a team's admins have set, in micro-dollars. */
export const teamBudgetsOf = async (db: Tx, teamId: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ limit: string }>(
    sql`select "limit" from team_budgets where team_id = ${teamId} and user_id = ''`,
  );
  return rows[0] && Number(rows[0].limit);
};

/**
 * The budgets of a user, or of a team as a whole, and how much of them is spent. Budgets of models belong to the
 * operator.
 */
export const budgetsOf = async (
  db: Tx,
  rules: BudgetRules,
  of: { readonly userId: string } | { readonly teamId: string },
  now: number,
): Promise<readonly BudgetState[]> => {
  if ('userId' in of) {
    const scopes = await scopesOf(db, rules, of.userId, []);
    return Promise.all(scopes.map((scope) => stateOf(db, scope, of.userId, now)));
  }
  const limit = lowest(micros(rules.budgets.team), await teamBudgetsOf(db, of.teamId));
  return limit === undefined ? [] : [await stateOf(db, { scope: 'team', of: of.teamId, limit }, '', now)];
};
