import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { Reply } from '@atrium/shared-kernel/replies';
import type pg from 'pg';
import { openSealed } from '../../db/sealed.ts';
import { type Finished, storedReply } from './stored-reply.ts';
import type { LiveReply } from './live-reply.ts';

type Outcome = 'complete' | 'stopped' | 'failed';

export interface Batch {
  readonly reply: LiveReply;
  readonly items: readonly ReplyItem[];
}

/**
 * A notification can hold 8,000 bytes, which is 200 ids. One notification per reply would send thousands a second to
 * every instance.
 */
const append = `
  with written as (
    insert into reply_segments (message_id, first_seq, last_seq, events)
    select b.message_id, b.first_seq, b.last_seq, b.events
    from unnest($1::text[], $2::int[], $3::int[], $4::jsonb[]) b(message_id, first_seq, last_seq, events)
    where exists (select from messages m where m.id = b.message_id)
    on conflict (message_id, first_seq) do update set last_seq = excluded.last_seq, events = excluded.events
      where excluded.last_seq > reply_segments.last_seq
    returning message_id
  )
  select array_agg(message_id) as ids, pg_notify('atrium_reply', string_agg(message_id, ' '))
  from (select message_id, row_number() over () / 200 as part from written) numbered group by part`;

/** The events as a segment stores them: those of a secure reply are encrypted as one piece. */
const eventsOf = ({ seal }: LiveReply, items: readonly ReplyItem[]): string => {
  const events = JSON.stringify(items);
  return seal ? JSON.stringify([{ sealed: seal(events) }]) : events;
};

type StoredEvent = ReplyItem | { readonly sealed: string };

const opened = (event: StoredEvent): ReplyItem[] => {
  if (!('sealed' in event)) return [event];
  const events = openSealed(event.sealed);
  // Without its key the events cannot be read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `eventsOf` has sealed it
  return events.startsWith('[{') ? (JSON.parse(events) as ReplyItem[]) : [];
};

/**
 * Appends one segment per reply in one statement and notifies followers on other instances. Returns the ids of the
 * replies that were written. The same events sent again, or with more after them, replace their segment.
 */
export const appendSegments = async (pool: pg.Pool | pg.PoolClient, batches: readonly Batch[]) => {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: 'append-segments',
    text: append,
    values: [
      batches.map(({ reply }) => reply.messageId),
      batches.map(({ items }) => items[0]!.seq),
      batches.map(({ items }) => items.at(-1)!.seq),
      batches.map(({ reply, items }) => eventsOf(reply, items)),
    ],
  });
  return new Set(rows.flatMap(({ ids }) => ids));
};

const written = `
  with message as (
    update messages set pending = false, failed = $3, stopped = $4, content = $5, thoughts = $6, citations = $7,
      assistant_file_url = $8, assistant_file_type = $9, modal = $10, context = $11, omissions = $12, failure = $13, model = $14, passages = $15, loading_text = null,
      lease_owner = null, lease_until = null, stop_requested = false
    where id = $1 and pending and lease_owner is not distinct from $2
    returning chat_id
  ), touched as (
    update chats set last_update = greatest(last_update, date_trunc('milliseconds', now()))
    where id in (select chat_id from message)
  )
  select chat_id from message`;

/**
 * Writes the final state of a pending message of `owner`, with its text passed through `seal`. False if it is no longer
 * pending or no longer leased to `owner`.
 */
export const writeMessage = async (
  client: pg.Pool | pg.PoolClient,
  owner: string | null,
  messageId: string,
  reply: Reply,
  outcome: Outcome,
  seal: (text: string) => string = (text) => text,
): Promise<boolean> => {
  const stored = storedReply(reply);
  const sealed = (text: string | null) => (text === null ? null : seal(text));
  const { rowCount } = await client.query({
    name: 'write-message',
    text: written,
    values: [
      messageId,
      owner,
      outcome === 'failed',
      outcome === 'stopped',
      seal(stored.content),
      stored.thoughts.map((thought) => seal(thought)),
      sealed(stored.citations),
      stored.assistantFileUrl,
      stored.assistantFileType,
      stored.modal,
      sealed(stored.context),
      sealed(stored.omissions),
      stored.failure,
      stored.model,
      sealed(stored.passages),
    ],
  });
  return rowCount === 1;
};

/** The events after `seq` that are stored in segments, in order. */
export const itemsAfter = async (
  pool: pg.Pool | pg.PoolClient,
  messageId: string,
  seq: number,
): Promise<ReplyItem[]> => {
  const { rows } = await pool.query<{ events: StoredEvent[] }>({
    name: 'items-after',
    text: 'select events from reply_segments where message_id = $1 and last_seq > $2 order by first_seq',
    values: [messageId, seq],
  });
  return rows.flatMap(({ events }) => events.flatMap(opened)).filter((item) => item.seq > seq);
};

/** The message if it is finished, `pending` if it is not, undefined if it is gone. */
export const finishedMessage = async (pool: pg.Pool, messageId: string): Promise<Finished | 'pending' | undefined> => {
  const { rows } = await pool.query<Finished & { pending: boolean }>({
    name: 'finished-message',
    text: `select id as "messageId", chat_id as "chatId", pending, failed, stopped, content, thoughts, citations, omissions, passages, context, failure,
      assistant_file_url as "assistantFileUrl", assistant_file_type as "assistantFileType", modal, model
      from messages where id = $1`,
    values: [messageId],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.pending) return 'pending';
  const { content, thoughts, citations, omissions, passages, context } = row;
  return {
    ...row,
    content: openSealed(content),
    thoughts: thoughts.map(openSealed),
    citations: citations === null ? null : openSealed(citations),
    omissions: omissions === null ? null : openSealed(omissions),
    passages: passages === null ? null : openSealed(passages),
    context: context === null ? null : openSealed(context),
  };
};

/** Requests that the reply stops, on whichever instance runs it. */
export const requestStop = async (pool: pg.Pool, messageId: string): Promise<void> => {
  await pool.query(
    `with requested as (update messages set stop_requested = true where id = $1 and pending returning id)
     select pg_notify('atrium_stop', id) from requested`,
    [messageId],
  );
};

export const removeSegments = async (pool: pg.Pool, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length > 0) await pool.query('delete from reply_segments where message_id = any($1)', [messageIds]);
};
