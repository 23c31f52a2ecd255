import type { PoolClient } from 'pg';
import { sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { StoredPrice } from '../../db/schema/usage.ts';
import { newId } from '../../db/id.ts';
import type { ModelCatalog, ModelEntry } from '../../ports/model-catalog.ts';
import type { ModelRequest } from '../../ports/model.ts';
import type { Mode } from '../modes/modes.ts';
import { bounds } from '../research/bounds.ts';
import { type Amounts, costOf, estimatedTokens, tokensOfRequest } from './amounts.ts';
import type { ModelAmounts } from './meter.ts';
import { type BudgetRules, costsMoney, withinBudgets } from './budgets.ts';
import { recordUsage, type UsePurpose } from './record.ts';

const { usageReservations } = schema;

/** The most tokens of an answer if the model has no limit, and a safety factor for the estimate of the request. */
const defaultMaxOutput = 8192;
const safety = 4 / 3;
/** The tokens that a research reads in addition to its request: for planning, and its sources. */
const researchTokens = bounds.rounds * bounds.question + bounds.sourceTokens;
/**
 * Milliseconds after which a reply cannot be running any more, and how long after its time limit another request counts
 * as ended.
 */
const replyLifetime = 16 * 60_000;
const requestGrace = 60_000;

interface Reserved {
  readonly messageId: string;
  readonly mode?: Mode | undefined;
  readonly request: ModelRequest;
}

const activeTeam = (userId: string) =>
  sql<string>`coalesce((select active_team_id from users where id = ${userId}), '')`;

/** The most that a reply of one or more answers may cost with any of its models, in micro-dollars. */
const maxCost = (catalog: ModelCatalog, models: readonly string[], input: number, answers: number): number =>
  Math.max(
    0,
    ...models.map((id) => {
      const { price, maxOutputTokens } = catalog.entryOf(id) ?? {};
      const output = answers * (maxOutputTokens ?? defaultMaxOutput);
      return costOf(price, { input: Math.ceil(input * safety), output, cached: 0, thought: 0, pictures: 1 });
    }),
  );

/**
 * Reserves the cost of a reply that is about to run, in the transaction that stores its message. After a crash the
 * reply is counted from the reservation, and until it ends its highest cost counts against budgets. Returns those of
 * its models that budgets allow, and throws if the first one is not allowed; `others` are ids of models that the user
 * could choose instead.
 */
export const reserveUsage = async (
  tx: Tx,
  rules: BudgetRules,
  { messageId, mode, request }: Reserved,
  others: readonly string[],
  now: number,
): Promise<readonly string[]> => {
  const { catalog } = rules;
  const requested = request.models ?? [];
  const models = await withinBudgets(tx, rules, { userId: request.owner, models: requested, others, now });
  const model = models[0] ?? (mode === 'image' ? 'images' : 'default');
  const isResearch = mode === 'research';
  const input = mode === 'image' ? 0 : tokensOfRequest(request, catalog.entryOf(model));
  await tx.insert(usageReservations).values({
    messageId,
    userId: request.owner,
    teamId: activeTeam(request.owner),
    model,
    purpose: mode ?? 'reply',
    input,
    price: catalog.entryOf(model)?.price ?? null,
    // A research also answers with a plan in each round, which may take as many tokens as its answer.
    cost: maxCost(catalog, models, isResearch ? input + researchTokens : input, isResearch ? bounds.rounds + 1 : 1),
    expires: new Date(now + replyLifetime),
  });
  return models;
};

interface SideRequestUse {
  readonly user: string;
  readonly purpose: UsePurpose;
  readonly model: ModelEntry;
  /** The most that it may use. */
  readonly most: Amounts;
  /** The time limit in milliseconds. */
  readonly timeout: number;
}

/**
 * Reserves the cost of a request that belongs to no message, before the model is called. Returns the id of the
 * reservation; undefined if the model costs nothing. Throws if a budget is used up or reserved by running requests.
 */
export const reserveSideRequest = async (
  tx: Tx,
  rules: BudgetRules,
  { user, purpose, model, most, timeout }: SideRequestUse,
  now: number,
): Promise<string | undefined> => {
  if (!costsMoney(model)) return undefined;
  await withinBudgets(tx, rules, { userId: user, models: [model.id], now });
  const messageId = newId();
  await tx.insert(usageReservations).values({
    messageId,
    userId: user,
    teamId: activeTeam(user),
    model: model.id,
    purpose,
    input: Math.ceil(most.input),
    seconds: Math.ceil(most.seconds ?? 0),
    price: model.price ?? null,
    cost: costOf(model.price, most),
    expires: new Date(now + timeout + requestGrace),
  });
  return messageId;
};

interface Row {
  readonly message_id: string;
  readonly user_id: string | null;
  readonly team_id: string;
  readonly model: string;
  readonly purpose: UsePurpose;
  readonly input: number;
  readonly seconds: number;
  readonly price: StoredPrice | null;
}

const settled = async (
  client: Pick<PoolClient, 'query'>,
  { message_id: messageId, user_id, team_id: team, model, purpose, price }: Row,
  used: readonly ModelAmounts[],
  catalog: ModelCatalog | undefined,
  now: number,
): Promise<void> => {
  for (const { model: id, ...usage } of used) {
    const known = id === model ? (price ?? undefined) : catalog?.entryOf(id)?.price;
    const use = { purpose, model: { id, price: known }, user: user_id ?? '', team, usage };
    await recordUsage(client, { ...use, messageId, id: `${messageId}:${id}` }, now);
  }
};

/**
 * Counts what a reply used, in the transaction that ends it. Only the one that deletes the reservation counts it, so an
 * instance that was wrongly considered dead does not count it twice.
 */
export const settleUsage = async (
  client: Pick<PoolClient, 'query'>,
  messageId: string,
  used: readonly ModelAmounts[],
  catalog: ModelCatalog,
  now: number,
): Promise<void> => {
  const { rows } = await client.query<Row>({
    name: 'settle-usage',
    text: 'delete from usage_reservations where message_id = $1 returning *',
    values: [messageId],
  });
  for (const row of rows) await settled(client, row, used, catalog, now);
};

/**
 * Counts a request of an instance that is gone, from the request and the stored part of the answer; both are estimated.
 */
export const settleOrphan = async (
  client: Pick<PoolClient, 'query'>,
  messageId: string,
  texts: readonly string[],
  now = Date.now(),
): Promise<void> => {
  const { rows } = await client.query<Row>('delete from usage_reservations where message_id = $1 returning *', [
    messageId,
  ]);
  for (const row of rows) {
    const { model, input, seconds } = row;
    const used = { model, input, seconds, output: estimatedTokens(texts), cached: 0, thought: 0, estimated: true };
    await settled(client, row, [used], undefined, now);
  }
};
