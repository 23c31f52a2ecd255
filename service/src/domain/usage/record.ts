import type { PoolClient } from 'pg';
import { newId } from '../../db/id.ts';
import type { StoredPrice } from '../../db/schema/usage.ts';
import { type Amounts, costOf } from './amounts.ts';
import { dayOf } from './usage.ts';

/** What a model was used for. Replies are `reply` or the name of their mode. */
export type UsePurpose =
  | 'reply'
  | 'research'
  | 'image'
  | 'secure'
  | 'interview'
  | 'title'
  | 'prompt-help'
  | 'memory'
  | 'summary'
  | 'embedding'
  | 'transcription';

export interface Use {
  readonly purpose: UsePurpose;
  /** The model that answered: its id in the catalog, and its current price, if it has one. */
  readonly model: { readonly id: string; readonly price?: StoredPrice | undefined };
  readonly user: string;
  /** The team whose usage it is: undefined for the user's active team, empty for none. */
  readonly team?: string | undefined;
  readonly usage: Amounts;
  /** Usage with the same id is counted only once; without an id it is always counted. */
  readonly id?: string | undefined;
  /** The message of the reply that it belongs to. */
  readonly messageId?: string | undefined;
}

/**
 * One statement, so that the ledger and its sums are either both written or not at all. A known use changes nothing.
 */
const statement = `
  with used as (
    insert into model_uses (id, user_id, team_id, model, purpose, message_id,
      input, output, cached, written, thought, pictures, seconds, cost, estimated, price, created_date)
    select $1, (select id from users where id = $2),
      coalesce($3, (select active_team_id from users where id = $2), ''), $4, $5, $6,
      $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17
    on conflict (id) do nothing
    returning *
  )
  insert into model_use_days as sums (id, day, user_id, team_id, model, purpose, uses, estimated,
    input, output, cached, written, thought, pictures, seconds, cost)
  select id, $18, user_id, team_id, model, purpose, 1, estimated::int,
    input, output, cached, written, thought, pictures, seconds, cost from used
  on conflict (user_id, day, team_id, model, purpose) do update set uses = sums.uses + 1,
    estimated = sums.estimated + excluded.estimated, input = sums.input + excluded.input,
    output = sums.output + excluded.output, cached = sums.cached + excluded.cached,
    written = sums.written + excluded.written, thought = sums.thought + excluded.thought,
    pictures = sums.pictures + excluded.pictures, seconds = sums.seconds + excluded.seconds, cost = sums.cost + excluded.cost`;

/** Clamps to plausible whole numbers, because a provider may report anything. */
const whole = (value = 0): number => (Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), 1e9) : 0);

/**
 * Records one use of a model in the ledger and its daily sums, at the current price: later price changes do not affect
 * it. Takes a pool, or the connection of a transaction. `now` is in milliseconds. A use without any amount is not
 * recorded.
 */
export const recordUsage = async (
  client: Pick<PoolClient, 'query'>,
  { purpose, model, user, team, usage, id = newId(), messageId }: Use,
  now = Date.now(),
): Promise<void> => {
  const input = whole(usage.input);
  const amounts = {
    input,
    output: whole(usage.output),
    cached: Math.min(whole(usage.cached), input),
    written: Math.min(whole(usage.written), input),
    thought: Math.min(whole(usage.thought), whole(usage.output)),
    pictures: whole(usage.pictures),
    seconds: whole(Math.ceil(usage.seconds ?? 0)),
  };
  if (amounts.input + amounts.output + amounts.pictures + amounts.seconds === 0) return;
  await client.query({
    name: 'record-usage',
    text: statement,
    values: [
      id,
      user,
      team ?? null,
      model.id,
      purpose,
      messageId ?? null,
      ...Object.values(amounts),
      costOf(model.price, amounts),
      usage.estimated === true,
      model.price ? JSON.stringify(model.price) : null,
      new Date(now),
      dayOf(now),
    ],
  });
};
