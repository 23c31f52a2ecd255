import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { Reply } from '@atrium/shared-kernel/replies';
import type pg from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import type { Mode } from '../modes/modes.ts';
import type { ModelAmounts } from '../usage/meter.ts';
import { settleUsage } from '../usage/reservations.ts';
import { countUsage } from '../usage/usage.ts';
import type { ErrorLog } from '../../log.ts';
import type { LiveReply } from './live-reply.ts';
import { appendSegments, writeMessage } from './reply-store.ts';

/** Whether the model gave nothing: no text, no file, and no agent, which an interview may end with alone. */
const isEmpty = ({ content, assistantFileUrl, context }: Reply): boolean =>
  content.trim() === '' && assistantFileUrl === undefined && context === undefined;

type Outcome = 'complete' | 'stopped' | 'failed';

interface Finish {
  readonly pool: pg.Pool;
  /** The hub that holds the reply's lease. */
  readonly id: string;
  readonly reply: LiveReply;
  readonly outcome: Outcome;
  readonly mode?: Mode | undefined;
  /** What the reply used, by model. */
  readonly used: readonly ModelAmounts[];
  readonly catalog: ModelCatalog;
  readonly log: ErrorLog;
  readonly now: () => number;
  readonly closing: AbortController;
}

/** Why the reply failed, if it did and the reason is known. */
const failureOf = ({ failure }: LiveReply, outcome: Outcome) => (outcome === 'failed' && failure ? { failure } : {});

const retryAfter = 1000;

/** Counts what a reply used. If that fails, the message is written anyway, and the sweeper counts it later. */
const settle = async (client: pg.PoolClient, { reply, used, catalog, log, now }: Finish): Promise<void> => {
  await client.query('savepoint counted');
  try {
    await settleUsage(client, reply.messageId, used, catalog, now());
  } catch (error) {
    // This throws if the connection is lost; then the whole transaction is tried again.
    await client.query('rollback to savepoint counted');
    log.warn({ err: error, messageId: reply.messageId }, 'The usage of a reply could not be recorded; retrying.');
  }
};

/** Writes the last segment, the message, and its usage in one transaction; false if the message is no longer ours. */
const write = (finish: Finish, end: ReplyItem, outcome: Outcome): Promise<boolean> => {
  const { pool, id, reply, mode, now } = finish;
  return inTransaction(pool, async (client) => {
    const written = { ...reply.draft, ...failureOf(reply, outcome) };
    const ours = await writeMessage(client, id, reply.messageId, written, outcome, reply.seal);
    if (ours) {
      await appendSegments(client, [{ reply, items: [...reply.unflushed(), end] }]);
      const { content, assistantFileType } = reply.draft;
      const kinds = { image: assistantFileType === 'image', research: mode === 'research' };
      await countUsage(client, { messageId: reply.messageId, content, ...kinds }, now());
    }
    // The usage counts even if the message is gone.
    await settle(client, finish);
    return ours;
  });
};

/**
 * Writes the message once and then sends the reply's end to followers. While the database is unreachable it tries
 * again. If another instance has already ended the message, followers get `failed`.
 */
export const finishReply = async (finish: Finish): Promise<void> => {
  const { reply, log, closing } = finish;
  const outcome = finish.outcome === 'complete' && isEmpty(reply.draft) ? 'failed' : finish.outcome;
  const end: ReplyItem = { type: 'end', outcome, ...failureOf(reply, outcome), seq: reply.nextSeq };
  while (!closing.signal.aborted) {
    try {
      const ours = await write(finish, end, outcome);
      reply.push(ours ? { type: 'end', outcome, ...failureOf(reply, outcome) } : { type: 'end', outcome: 'failed' });
      return;
    } catch (error) {
      log.error({ err: error, messageId: reply.messageId }, 'A finished reply could not be stored; retrying.');
      // An abort ends the pause early; the loop condition handles it.
      await pause(retryAfter, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  reply.push({ type: 'end', outcome: 'failed' });
};
