import type { PoolClient } from 'pg';
import { sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { StoredPrice } from '../../db/schema/usage.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import type { ModelRequest } from '../../ports/model.ts';
import type { Mode } from '../modes/modes.ts';
import { costOf, estimatedTokens, tokensOfRequest } from './amounts.ts';
import type { ModelAmounts } from './meter.ts';
import { type BudgetRules, withinBudgets } from './budgets.ts';
import { recordUsage, type UsePurpose } from './record.ts';

const { usageReservations } = schema;

/** Tokens of an answer where nobody says how long one may be, and how much more than estimated a request may hold. */
const answerMost = 8192;
const safety = 4 / 3;
/** Milliseconds after which nobody runs a reply any more. */
const longest = 16 * 60_000;

interface Reserved {
  readonly messageId: string;
  readonly mode?: Mode | undefined;
  readonly request: ModelRequest;
}

/** What a reply may cost at most with any of its models, in micro-dollars. */
const costMost = (catalog: ModelCatalog, models: readonly string[], input: number): number =>
  Math.max(
    0,
    ...models.map((id) => {
      const { price, maxOutputTokens } = catalog.find(id)?.entry ?? {};
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
    teamId: sql`coalesce((select active_team_id from users where id = ${request.owner}), '')`,
    model,
    purpose: mode ?? 'reply',
    input,
    price: catalog.find(model)?.entry.price ?? null,
    cost: costMost(catalog, models, input),
    expires: new Date(now + longest),
  });
  return models;
};

interface Row {
  readonly message_id: string;
  readonly user_id: string | null;
  readonly team_id: string;
  readonly model: string;
  readonly purpose: UsePurpose;
  readonly input: number;
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
    const known = id === model ? (price ?? undefined) : catalog?.find(id)?.entry.price;
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

/** Counts a reply whose instance is gone: its request, and what is stored of its answer; both estimated. */
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
    const { model, input } = row;
    const used = { model, input, output: estimatedTokens(texts), cached: 0, thought: 0, estimated: true };
    await settled(client, row, [used], undefined, now);
  }
};
