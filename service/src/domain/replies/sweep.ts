import { emptyReply, reduceReply, thoughtsOf } from '@atrium/shared-kernel/replies';
import type pg from 'pg';
import type { Sealer } from '../../db/sealed.ts';
import { inTransaction } from '../../db/transaction.ts';
import { settleOrphan } from '../usage/reservations.ts';
import { countUsage } from '../usage/usage.ts';
import type { ErrorLog } from '../../log.ts';
import { hubLock } from './reply-notifications.ts';
import { itemsAfter, writeMessage } from './reply-store.ts';
import type { Scheduler } from './scheduler.ts';

/** An instance without a heartbeat for this long, in milliseconds, counts as dead even if its connection is open. */
const silence = 15_000;
const batch = 50;

const orphans = `
  select m.id, m.lease_owner as owner, m.mode, (select secure from chats c where c.id = m.chat_id) as secure from messages m
  where m.pending and (
    m.lease_owner is null
    or m.lease_until < now()
    or not exists (
      select from reply_hubs h
      where h.id = m.lease_owner and h.heartbeat > now() - $2::int * interval '1 millisecond' and (
        h.heartbeat > now() - $3::int * interval '1 millisecond'
        or exists (
          select from pg_locks l
          where l.locktype = 'advisory' and l.classid = $1::int and l.objid = h.lock_key and l.objsubid = 2 and l.granted
            and l.database = (select oid from pg_database where datname = current_database())
        )
      )
    )
  )
  order by m.id limit ${batch} for update of m skip locked`;

interface Orphan {
  readonly id: string;
  readonly owner: string | null;
  readonly mode: string | null;
  readonly secure: boolean;
}

const sweepBatch = async (client: pg.PoolClient, grace: number, sealer: Sealer | undefined): Promise<number> => {
  const { rows } = await client.query<Orphan>(orphans, [hubLock, silence, grace]);
  for (const { id, owner, mode, secure } of rows) {
    const partial = (await itemsAfter(client, id, 0)).reduce(reduceReply, emptyReply);
    // Text that cannot be encrypted here is not written at all.
    const draft = secure && !sealer ? emptyReply : partial;
    await writeMessage(client, owner, id, draft, 'failed', secure ? sealer?.seal : undefined);
    const kinds = { image: partial.assistantFileType === 'image', research: mode === 'research' };
    await countUsage(client, { messageId: id, content: partial.content, ...kinds }, Date.now());
    await settleOrphan(client, id, [partial.content, ...thoughtsOf(partial)]);
    await client.query(`select pg_notify('atrium_reply', $1)`, [id]);
  }
  return rows.length;
};

/**
 * Ends every pending message whose instance is gone or whose lease has expired as failed, with its partial text.
 * Returns their number. Instances may sweep at the same time: each message is handled by one of them. `grace` is how
 * long an instance may be without its connection, in milliseconds.
 */
export const sweep = async (pool: pg.Pool, grace: number, sealer?: Sealer): Promise<number> => {
  const client = await pool.connect();
  try {
    for (let total = 0, count = batch; ; total += count) {
      if (count < batch) return total;
      await client.query('begin');
      count = await sweepBatch(client, grace, sealer);
      await client.query('commit');
    }
  } catch (error) {
    // A failing rollback must not hide the original error.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/** Counts abandoned usage: replies whose messages are gone, and other requests. */
export const settleAbandoned = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(
    `select r.message_id as id from usage_reservations r left join messages m on m.id = r.message_id
      where r.expires < now() and (m.id is null or not m.pending) limit ${batch}`,
  );
  // Removing the reservation and counting its usage are several statements, so they need one transaction.
  for (const { id } of rows) await inTransaction(pool, (client) => settleOrphan(client, id, []));
};

/** Removes the leftovers of finished replies and dead instances. */
const tidy = async (pool: pg.Pool): Promise<void> => {
  await pool.query(`delete from reply_segments s using messages m
    where m.id = s.message_id and not m.pending and s.created_date < now() - interval '1 minute'`);
  await pool.query(`delete from reply_hubs where heartbeat < now() - interval '1 hour'`);
};

interface Sweeping {
  readonly pool: pg.Pool;
  readonly grace: number;
  readonly sealer: Sealer | undefined;
  readonly log: ErrorLog;
}

/** Sweeps and tidies now and periodically. Returns a function that sweeps on demand. */
export const startSweeping = async (
  { every }: Pick<Scheduler, 'every'>,
  { pool, grace, sealer, log }: Sweeping,
): Promise<() => Promise<number>> => {
  const sweepNow = async (): Promise<number> => {
    const failed = await sweep(pool, grace, sealer);
    if (failed > 0) log.warn({ failed }, 'Replies of a stopped process were ended.');
    return failed;
  };
  await sweepNow();
  await tidy(pool);
  every(2000, 'sweep', sweepNow);
  every(60_000, 'tidy', () => tidy(pool));
  every(60_000, 'usage', () => settleAbandoned(pool));
  return sweepNow;
};
