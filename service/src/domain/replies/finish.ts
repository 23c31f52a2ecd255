import { setTimeout as pause } from 'node:timers/promises';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { Reply } from '@atrium/shared-kernel/replies';
import type pg from 'pg';
import type { ModelCatalog } from '../../ports/model-catalog.ts';
import type { Mode } from '../modes/modes.ts';
import type { ModelAmounts } from '../usage/meter.ts';
import { settleUsage } from '../usage/reservations.ts';
import { countUsage } from '../usage/usage.ts';
import type { ErrorLog } from '../../log.ts';
import type { LiveReply } from './live-reply.ts';
import { appendSegments, writeMessage } from './reply-store.ts';

const isEmpty = ({ content, assistantFileUrl }: Reply): boolean =>
  content.trim() === '' && assistantFileUrl === undefined;

type Outcome = 'complete' | 'stopped' | 'failed';

interface Finish {
  readonly pool: pg.Pool;
  /** The hub that holds the reply's lease. */
  readonly id: string;
  readonly reply: LiveReply;
  readonly outcome: Outcome;
  readonly mode?: Mode | undefined;
  /** What it has used, by model. */
  readonly used: readonly ModelAmounts[];
  readonly catalog: ModelCatalog;
  readonly log: ErrorLog;
  readonly closing: AbortController;
}

/** Why it failed, where it did and that is known. */
const failureOf = ({ failure }: LiveReply, outcome: Outcome) => (outcome === 'failed' && failure ? { failure } : {});

const retryAfter = 1000;

/** The last segment, the message and what it used in one transaction; false where the message is no longer ours. */
const write = async (
  { pool, id, reply, mode, used, catalog }: Finish,
  end: ReplyItem,
  outcome: Outcome,
): Promise<boolean> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ours = await writeMessage(
      client,
      id,
      reply.messageId,
      { ...reply.draft, ...failureOf(reply, outcome) },
      outcome,
      reply.seal,
    );
    if (ours) {
      await appendSegments(client, [{ reply, items: [...reply.unflushed(), end] }]);
      const { content, assistantFileType } = reply.draft;
      const made = { image: assistantFileType === 'image', research: mode === 'research' };
      await countUsage(client, { messageId: reply.messageId, content, ...made }, Date.now());
    }
    // It was used also where the message is gone.
    await settleUsage(client, reply.messageId, used, catalog);
    await client.query('commit');
    return ours;
  } catch (error) {
    // The first failure is the one that is thrown on.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/**
 * Writes the message once and then tells the reply's end. While the database does not answer it is tried again; where
 * another instance has already ended the message, the end told is `failed`.
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
      log.error({ err: error, messageId: reply.messageId }, 'A finished reply could not be written yet.');
      // Only an abort ends it early: the loop looks at that.
      await pause(retryAfter, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  reply.push({ type: 'end', outcome: 'failed' });
};
