import type pg from 'pg';
import type { ErrorLog } from '../../log.ts';
import type { LiveReply } from './live-reply.ts';
import { appendSegments, removeSegments } from './reply-store.ts';

interface SchedulerOptions {
  readonly pool: pg.Pool;
  readonly id: string;
  /** Records that this instance is running. */
  readonly heartbeat: () => Promise<void>;
  readonly live: ReadonlyMap<string, LiveReply>;
  readonly log: ErrorLog;
  readonly flushEvery: number;
}

/** Milliseconds for which a finished reply's segments are retained, for followers on other instances that are behind. */
const segmentRetention = 10_000;

const ownedReplies = 'select id, stop_requested from messages where id = any($1) and pending and lease_owner = $2';

export interface Scheduler {
  /** Runs a task periodically: `ms` milliseconds after its last run ended or failed. */
  readonly every: (ms: number, name: string, work: () => Promise<unknown>) => void;
  /** Removes the segments of a finished reply, after followers have had time to read them. */
  readonly retire: (messageId: string) => void;
  readonly close: () => Promise<void>;
}

/** The timers of tasks by name, and the tasks that are running. */
const createTimers = (log: ErrorLog) => {
  const timers = new Map<string, NodeJS.Timeout>();
  const working = new Set<Promise<void>>();
  let closed = false;

  const every: Scheduler['every'] = (ms, name, work) => {
    const runTask = async () => {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error, task: name }, 'A periodic task of the reply hub failed; it will run again.');
      }
      if (!closed) every(ms, name, work);
    };
    timers.set(
      name,
      setTimeout(() => {
        const task = runTask().finally(() => working.delete(task));
        working.add(task);
      }, ms),
    );
  };

  return {
    every,
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(working);
    },
  };
};

/** Starts the periodic tasks of an instance that runs replies. */
export const startScheduler = async ({
  pool,
  id,
  heartbeat,
  live,
  log,
  flushEvery,
}: SchedulerOptions): Promise<Scheduler> => {
  const { every, close: stopTimers } = createTimers(log);
  const retired = new Map<string, number>();

  const flush = async (): Promise<void> => {
    const batches = [...live.values()]
      .filter((reply) => !reply.ended && !reply.stop.signal.aborted)
      .map((reply) => ({ reply, items: reply.unflushed() }))
      .filter(({ items }) => items.length > 0);
    if (batches.length === 0) return;
    const present = await appendSegments(pool, batches);
    for (const { reply, items } of batches) {
      if (present.has(reply.messageId)) reply.flushed(items.at(-1)!.seq);
    }
  };

  const removeRetired = async (): Promise<void> => {
    const now = Date.now();
    const due = [...retired].filter(([, since]) => now - since >= segmentRetention).map(([messageId]) => messageId);
    await removeSegments(pool, due);
    for (const messageId of due) retired.delete(messageId);
  };

  /** Aborts replies that were stopped, taken over, or deleted, in case the notification did not reach this instance. */
  const check = async (): Promise<void> => {
    const mine = [...live.values()].filter((reply) => !reply.stop.signal.aborted);
    if (mine.length === 0) return;
    const { rows } = await pool.query<{ id: string; stop_requested: boolean }>(ownedReplies, [
      mine.map((reply) => reply.messageId),
      id,
    ]);
    const stops = new Map(rows.map((row) => [row.id, row.stop_requested]));
    for (const reply of mine) {
      if (stops.get(reply.messageId) === undefined) reply.abort('failed');
      else if (stops.get(reply.messageId)) reply.abort('stopped');
    }
  };

  await heartbeat();
  every(flushEvery, 'flush', flush);
  every(1000, 'heartbeat', heartbeat);
  every(1000, 'retired', removeRetired);
  every(2000, 'check', check);

  return {
    every,
    retire: (messageId) => void retired.set(messageId, Date.now()),
    async close() {
      await stopTimers();
      await removeSegments(pool, [...retired.keys()]);
      await pool.query('delete from reply_hubs where id = $1', [id]);
    },
  };
};
