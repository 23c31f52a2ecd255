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

/** Tokens of an answer where nobody says how long one may be, and how much more than estimated a request may hold. */
const answerMost = 8192;
const safety = 4 / 3;
/** Tokens that a research reads beside its request: what it plans searches from, and its sources. */
const researchMost = bounds.rounds * bounds.question + bounds.sources / 2;
/** Milliseconds after which nobody runs a reply any more, and those after which another use is taken for ended. */
const longest = 16 * 60_000;
const afterwards = 60_000;

interface Reserved {
  readonly messageId: string;
  readonly mode?: Mode | undefined;
  readonly request: ModelRequest;
}

const activeTeam = (userId: string) =>
  sql<string>`coalesce((select active_team_id from users where id = ${userId}), '')`;

/** What a reply may cost at most with any of its models, in micro-dollars. */
const costMost = (catalog: ModelCatalog, models: readonly string[], input: number): number =>
  Math.max(
    0,
    ...models.map((id) => {
      const { price, maxOutputTokens } = catalog.entryOf(id) ?? {};
      const output = maxOutputTokens ?? answerMost;
      return costOf(price, { input: Math.ceil(input * safety), output, cached: 0, thought: 0, pictures: 1 });
    }),
  );

/**
 * Notes a reply that is about to run, in the transaction that writes its message: after a crash it is counted by this, and
 * until it ends what it may cost counts against budgets. Gives those of its models that budgets leave open, and throws where
 * the first one is not; `others` are ids of those that the person could choose instead.
 */
export const reserveUsage = async (
  tx: Tx,
  rules: BudgetRules,
  { messageId, mode, request }: Reserved,
  others: readonly string[],
  now = Date.now(),
): Promise<readonly string[]> => {
  const { catalog } = rules;
  const wanted = request.models ?? [];
  const models = await withinBudgets(tx, rules, { userId: request.owner, models: wanted, others, now });
  const model = models[0] ?? (mode === 'image' ? 'images' : 'default');
  const input = mode === 'image' ? 0 : tokensOfRequest(request);
  await tx.insert(usageReservations).values({
    messageId,
    userId: request.owner,
    teamId: activeTeam(request.owner),
    model,
    purpose: mode ?? 'reply',
    input,
    price: catalog.entryOf(model)?.price ?? null,
    cost: costMost(catalog, models, mode === 'research' ? input + researchMost : input),
    expires: new Date(now + longest),
  });
  return models;
};

interface SideRequestUse {
  readonly user: string;
  readonly purpose: UsePurpose;
  readonly model: ModelEntry;
  /** What it takes at most. */
  readonly most: Amounts;
  /** Milliseconds. */
  readonly patience: number;
}

/**
 * Notes a use that belongs to no message before its model is asked; gives the name of the reservation, and none where
 * nobody is paid. Throws where a budget is used up, or held by what runs.
 */
export const reserveSideRequest = async (
  tx: Tx,
  rules: BudgetRules,
  { user, purpose, model, most, patience }: SideRequestUse,
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
    expires: new Date(now + patience + afterwards),
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
 * Counts what a reply has used, in the transaction that ends it. Only who removes its reservation counts it: an instance
 * that was taken for dead does not count it a second time.
 */
export const settleUsage = async (
  client: Pick<PoolClient, 'query'>,
  messageId: string,
  used: readonly ModelAmounts[],
  catalog: ModelCatalog,
  now = Date.now(),
): Promise<void> => {
  const { rows } = await client.query<Row>({
    name: 'settle-usage',
    text: 'delete from usage_reservations where message_id = $1 returning *',
    values: [messageId],
  });
  for (const row of rows) await settled(client, row, used, catalog, now);
};

/** Counts what an instance ran that is gone: its request, and what is stored of an answer; both estimated. */
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
