import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { WarnLog } from '../../log.ts';

export interface ListeningOptions {
  readonly connection: ClientConfig;
  readonly log: WarnLog;
  readonly signal: AbortSignal;
  readonly onNews: () => void;
  /** There is a connection, to the database of that name, which no other has. */
  readonly onOpen: (client: Client, database: string) => Promise<void>;
  readonly onLost: () => void;
}

const nameOf = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select (system_identifier::text || oid) as name from pg_control_system(), pg_database
     where datname = current_database()`,
  );
  return BigInt(rows[0]!.name).toString(36);
};

/** One connection that hears of changes. A lost one is made again. */
export const listenForChanges = ({ connection, log, signal, onNews, onOpen, onLost }: ListeningOptions) => {
  let client: Client | undefined;

  const open = async (): Promise<void> => {
    const next = new Client({ ...connection, keepAlive: true });
    next.on('error', (error) => log.warn({ err: error }, 'The connection for changes failed.'));
    next.on('notification', onNews);
    try {
      await next.connect();
      await next.query('listen atrium_changes');
      await onOpen(next, await nameOf(next));
    } catch (error) {
      // What failed first is thrown on, and says more.
      await next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    next.once('end', () => {
      onLost();
      void openAgain();
    });
  };

  const openAgain = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await open();
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'The connection for changes could not be made yet.');
        // Only an abort ends it early: the loop looks at that.
        await pause(500, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  return {
    open,
    async close() {
      client?.removeAllListeners('end');
      await client?.end();
    },
  };
};
