import type { PoolClient } from 'pg';
import { newId } from '../../db/id.ts';
import type { StoredPrice } from '../../db/schema/usage.ts';
import { type Amounts, costOf } from './amounts.ts';
import { dayOf } from './usage.ts';

/** What a model was used for. Kinds of replies are `reply` and the names of their modes. */
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
  /** What answered: its id in the catalog, and the price that it has now, if it has one. */
  readonly model: { readonly id: string; readonly price?: StoredPrice | undefined };
  readonly user: string;
  /** The team that counts it; none: the one that is active for the person now. Empty: no team. */
  readonly team?: string | undefined;
  readonly usage: Amounts;
  /** The same id is counted once, whoever says it how often; none: this is one more use. */
  readonly id?: string | undefined;
  /** The reply that it belongs to. */
  readonly messageId?: string | undefined;
}

/** One statement: the ledger and its sums are both written or neither is, and a use that is known changes nothing. */
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

/** A provider may report anything: the ledger holds whole numbers that are not below zero, and no more than anything takes. */
const whole = (value = 0): number => (Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), 1e9) : 0);

/**
 * Writes one use of a model into the ledger and its sums by day, at the price of now: later prices change nothing of it.
 * Takes a pool, or the connection of a transaction that it is to be a part of. `now` in ms. What took nothing is not written.
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
