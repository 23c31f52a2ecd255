import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig, type Pool } from 'pg';

/** The class of advisory locks that running instances hold; the second key is the instance's own. */
export const hubLock = 7_302_019;
const channels = ['atrium_reply', 'atrium_stop'] as const;

export interface ReplyNotifications {
  /** Settles with the next notification about `messageId`, after `wait` milliseconds, or when `signal` is aborted. */
  notified(messageId: string, wait: number, signal: AbortSignal): Promise<void>;
  /** Records a heartbeat of the instance `id`, on a connection that nothing else keeps busy. */
  sendHeartbeat(id: string): Promise<void>;
  close(): Promise<void>;
}

export interface NotificationOptions {
  /** Used for heartbeats while the connection is being restored. */
  readonly pool: Pool;
  readonly connection: ClientConfig;
  readonly lockKey: number;
  readonly onStop: (messageId: string) => void;
  readonly onError: (error: Error) => void;
}

/** The callers that wait for notifications, by message. */
const createWaiters = () => {
  const waiters = new Map<string, Set<() => void>>();
  return {
    wake: (messageId: string): void => waiters.get(messageId)?.forEach((wake) => wake()),
    wakeAll: (): void => {
      for (const wakes of waiters.values()) wakes.forEach((wake) => wake());
    },
    notified: (messageId: string, wait: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wakes = waiters.get(messageId) ?? new Set();
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          wakes.delete(wake);
          if (wakes.size === 0 && waiters.get(messageId) === wakes) waiters.delete(messageId);
          resolve();
        };
        const timer = setTimeout(wake, wait);
        signal.addEventListener('abort', wake, { once: true });
        waiters.set(messageId, wakes.add(wake));
        if (signal.aborted) wake();
      }),
  };
};

/**
 * A connection that listens for notifications about replies on other instances. Its advisory lock shows that this
 * instance is running. A lost connection is restored.
 */
export const listenForReplies = async ({
  pool,
  connection,
  lockKey,
  onStop,
  onError,
}: NotificationOptions): Promise<ReplyNotifications> => {
  const { wake, wakeAll, notified } = createWaiters();
  const closing = new AbortController();
  let client: Client | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client({ ...connection, keepAlive: true });
    next.on('error', onError);
    next.on('notification', ({ channel, payload = '' }) =>
      payload.split(' ').forEach(channel === 'atrium_stop' ? onStop : wake),
    );
    try {
      await next.connect();
      await next.query('select pg_try_advisory_lock($1, $2)', [hubLock, lockKey]);
      for (const channel of channels) await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(onError);
      throw error;
    }
    client = next;
    next.once('end', () => {
      client = undefined;
      void reconnect();
    });
    wakeAll();
  };

  const reconnect = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await connect();
        return;
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        // An abort ends the pause early; the loop condition handles it.
        await pause(500, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };

  await connect();
  return {
    notified,
    async sendHeartbeat(id) {
      await (client ?? pool).query({
        name: 'heartbeat',
        text: `insert into reply_hubs (id, lock_key) values ($1, $2) on conflict (id) do update set heartbeat = now()`,
        values: [id, lockKey],
      });
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
};
