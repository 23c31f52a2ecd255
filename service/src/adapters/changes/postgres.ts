import { setTimeout as pause } from 'node:timers/promises';
import type { Client, ClientConfig, Pool } from 'pg';
import type { ErrorLog } from '../../log.ts';
import type { Change, ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import { listenForChanges } from './listening.ts';
import { follows, parsed, type Position, written } from './position.ts';

export interface PostgresFeedOptions {
  readonly connection: ClientConfig;
  readonly pool: Pool;
  readonly log: Pick<ErrorLog, 'warn'>;
  /** Milliseconds between two reads, however many notifications come. */
  readonly pace?: number;
  /** Milliseconds after which it looks without a notification: one may be lost with its connection. */
  readonly look?: number;
}

/** Changes are kept for a day; whoever was away for longer reads everything anew. */
const known = 23 * 60 * 60 * 1000;
const most = 1000;

/** Without a change it tells the position alone. */
type Row = { readonly position: string } & (Change | Readonly<Record<keyof Change, null>>);

/**
 * A position is a snapshot of the database. Committed since then is what that snapshot did not see: transactions that ran
 * at its time, or began later. A long transaction holds up nobody, and its changes come when it has ended.
 */
const since = (snapshot: string) =>
  `(c.xid >= pg_snapshot_xmax(${snapshot}) or c.xid = any(array(select pg_snapshot_xip(${snapshot}))))`;

const readNews = {
  name: 'read-changes',
  text: `select pg_current_snapshot()::text as position, c.audience, c.kind, c.ids
    from (select) one left join changes c on ${since('$1::pg_snapshot')} order by c.xid, c.id`,
};

const readMissed = {
  name: 'missed-changes',
  text: `select c.audience, c.kind, c.ids from changes c
    where c.audience = any($1) and ${since('$2::pg_snapshot')} and pg_visible_in_snapshot(c.xid, $3::pg_snapshot)
    order by c.xid, c.id limit ${most + 1}`,
};

interface Reads {
  readonly read: () => Promise<void>;
  readonly pace: number;
  readonly look: number;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** One read after the other, `pace` apart; `wake` asks for one that begins from now on. */
const createReads = ({ read, pace, look, signal, onError }: Reads) => {
  let reading: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    do {
      again = false;
      await read();
      await pause(pace, undefined, { signal });
    } while (again);
  };
  const wake = (): void => {
    again = true;
    clearTimeout(timer);
    if (signal.aborted) return;
    timer = setTimeout(wake, look).unref();
    reading ??= run()
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => {
        reading = undefined;
      });
  };
  return {
    wake,
    settled: async () => {
      clearTimeout(timer);
      await reading;
    },
  };
};

/** Follows the table of changes by one listening connection, and one query for all people of the instance. */
export const createPostgresFeed = (options: PostgresFeedOptions): ChangeFeed => {
  const { connection, pool, log, pace = 20, look = 5000 } = options;
  const closing = new AbortController();
  let client: Client | undefined;
  let database = '';
  let position: Position | undefined;
  let listener: (batch: ChangeBatch) => void = () => undefined;

  const read = async (from: Client): Promise<void> => {
    const before = position;
    const { rows } = await from.query<Row>({
      ...readNews,
      // Before the first read there is nothing to tell: it finds the position alone.
      values: [before?.snapshot ?? '9223372036854775807:9223372036854775807:'],
    });
    const at = Date.now();
    position = { database, at, snapshot: rows[0]!.position };
    const changes = rows.flatMap(({ audience, kind, ids }) => (kind === null ? [] : [{ audience, kind, ids }]));
    if (before) listener({ position: written(position), changes: at - before.at > known ? undefined : changes });
  };

  const reads = createReads({
    read: async () => {
      if (client) await read(client);
    },
    pace,
    look,
    signal: closing.signal,
    onError: (error) => log.warn({ err: error }, 'Changes could not be read; they are read again.'),
  });

  /** Another database counts its transactions otherwise: nobody knows what happened between the two. */
  const begin = async (next: Client, name: string): Promise<void> => {
    const moved = position !== undefined && name !== database;
    if (moved) position = undefined;
    database = name;
    if (!position) await read(next);
    if (moved && position) listener({ position: written(position), changes: undefined });
    client = next;
    reads.wake();
  };
  const listening = listenForChanges({
    connection,
    log,
    signal: closing.signal,
    onNews: reads.wake,
    onOpen: begin,
    onLost: () => {
      client = undefined;
    },
  });

  return {
    get position() {
      if (!position) throw new Error('The feed of changes was not started.');
      return written(position);
    },
    start: async (told) => {
      listener = told;
      await listening.open();
    },
    between: async (audiences, from, to) => {
      const [first, last] = [parsed(from), parsed(to)];
      if (!first || !last || !follows(first, last) || last.at - first.at > known) return undefined;
      if (first.snapshot === last.snapshot) return [];
      const { rows } = await pool.query<Change>({ ...readMissed, values: [audiences, first.snapshot, last.snapshot] });
      return rows.length > most ? undefined : rows;
    },
    async close() {
      closing.abort();
      await reads.settled();
      await listening.close();
    },
  };
};
