import { type ClientConfig, Pool } from 'pg';
import { afterOwnChanges } from '../../db/own-changes.ts';
import type { WarnLog } from '../../log.ts';
import type { Change, ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import { createReads } from './reads.ts';
import type { ChangeSignals } from './signals.ts';

export interface PostgresFeedOptions {
  readonly connection: ClientConfig;
  /** The pool with which this instance writes. */
  readonly pool: Pool;
  readonly signals: ChangeSignals;
  readonly log: WarnLog;
  /** Milliseconds between two reads. */
  readonly pace?: number;
  /** Milliseconds between reads while browsers follow and not all instances can signal. */
  readonly poll?: number;
  /** Milliseconds between reads in any case: an instance may have died before it could signal its change. */
  readonly fallbackPoll?: number;
}

/** A position with its time and the id of its database. */
interface Position {
  readonly database: string;
  readonly at: number;
  readonly snapshot: string;
}

/** A position as browsers receive it. To them it is opaque. */
const written = ({ database, at, snapshot }: Position) => `${database}.${at.toString(36)}.${snapshot}`;

/** Reads a position that a browser sent back; undefined where it is malformed. */
const parsed = (text: string): Position | undefined => {
  const [, database = '', at = '', snapshot = ''] =
    /^([0-9a-z]{1,20})\.([0-9a-z]{1,10})\.(\d{1,20}:\d{1,20}:(?:\d{1,20}(?:,\d{1,20})*)?)$/.exec(text) ?? [];
  return database === '' ? undefined : { database, at: Number.parseInt(at, 36), snapshot };
};

const xmaxOf = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? '0');

/** Whether the second position is of the same database and not before the first one. */
const follows = (first: Position, last: Position): boolean =>
  first.database === last.database && xmaxOf(first.snapshot) <= xmaxOf(last.snapshot);

/** Milliseconds. Changes are stored for a day. A browser that was away for longer reads everything again. */
const retention = 23 * 60 * 60 * 1000;
/** Numbers of changes above which a browser that missed them, or an instance, reads everything again. */
const max = { missed: 1000, batch: 10_000 } as const;
/** Milliseconds after which a connection or a query counts as failed. */
const timeout = 10_000;

/** One change; where nothing has changed, one row with the position alone. */
type Row = { readonly database: string; readonly snapshot: string } & (Change | Readonly<Record<keyof Change, null>>);

/**
 * A position is a snapshot of the database. What was committed since is what the snapshot does not see: transactions
 * that were running at the time, or began later. So a long transaction delays only its own changes.
 */
const since = (snapshot: string) =>
  `(c.xid >= pg_snapshot_xmax(${snapshot}) or c.xid = any(array(select pg_snapshot_xip(${snapshot}))))`;

/** The system identifier and the oid identify the database, so that a copy on another server differs. */
const readNewChanges = {
  name: 'read-changes',
  text: `select one.database, one.snapshot, c.audience, c.kind, c.ids
    from (select pg_current_snapshot()::text as snapshot, system_identifier::text || d.oid as database
      from pg_control_system(), pg_database d where d.datname = current_database()) one
    left join changes c on ${since('$1::pg_snapshot')} order by c.xid, c.id limit ${max.batch + 1}`,
};

const readMissed = {
  name: 'missed-changes',
  text: `select c.audience, c.kind, c.ids from changes c
    where c.audience = any($1) and ${since('$2::pg_snapshot')} and pg_visible_in_snapshot(c.xid, $3::pg_snapshot)
    order by c.xid, c.id limit ${max.missed + 1}`,
};

/** A snapshot that has seen everything: the first read finds no changes, only the position. */
const seenAll = '9223372036854775807:9223372036854775807:';

const changesIn = (rows: readonly Row[]): Change[] | undefined =>
  rows.length > max.batch
    ? undefined
    : rows.flatMap(({ audience, kind, ids }) => (kind === null ? [] : [{ audience, kind, ids }]));

/** Opens a separate connection, so that slow queries of the instance do not delay changes. */
const openReader = (connection: ClientConfig, log: WarnLog): Pool => {
  const reader = new Pool({
    ...connection,
    max: 1,
    keepAlive: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  reader.on('error', (error) => log.warn({ err: error }, 'The database connection of the change feed failed.'));
  return reader;
};

/** The changes between two positions; undefined if a browser has to read everything again. */
const missedChanges = async (
  pool: Pool,
  audiences: readonly string[],
  [from, to]: readonly [string, string],
): Promise<readonly Change[] | undefined> => {
  const [first, last] = [parsed(from), parsed(to)];
  if (!first || !last || !follows(first, last) || last.at - first.at > retention) return undefined;
  if (first.snapshot === last.snapshot) return [];
  const { rows } = await pool.query<Change>({ ...readMissed, values: [audiences, first.snapshot, last.snapshot] });
  return rows.length > max.missed ? undefined : rows;
};

/**
 * Follows the table of changes with one query for all users of the instance. It reads after the instance's own changes
 * and when other instances signal, and polls if they cannot signal.
 */
export const createPostgresFeed = (options: PostgresFeedOptions): ChangeFeed => {
  const { connection, pool, signals, log, pace = 20, poll = 40, fallbackPoll = 5000 } = options;
  const reader = openReader(connection, log);
  let subscribed = 0;
  let position: Position | undefined;
  let listener: (batch: ChangeBatch) => void = () => undefined;

  const read = async (): Promise<void> => {
    const before = position;
    const { rows } = await reader.query<Row>({ ...readNewChanges, values: [before?.snapshot ?? seenAll] });
    const at = Date.now();
    const { database, snapshot } = rows[0]!;
    position = { database: BigInt(database).toString(36), at, snapshot };
    if (!before) return;
    // Transaction numbers of another database cannot be compared, as after a restore.
    const isKnown = position.database === before.database && at - before.at <= retention;
    listener({ position: written(position), changes: isKnown ? changesIn(rows) : undefined });
  };
  const reads = createReads({
    read,
    pace,
    wait: () => (subscribed > 0 && !signals.complete ? poll : fallbackPoll),
    onError: (error) => log.warn({ err: error }, 'Changes could not be read; retrying.'),
  });
  const announce = (): void => {
    reads.wake();
    signals.send();
  };

  return {
    get position() {
      if (!position) throw new Error('The change feed was not started.');
      return written(position);
    },
    async start(next) {
      listener = next;
      await read();
      afterOwnChanges(pool, announce);
      signals.start(reads.wake);
      reads.start();
    },
    subscribe() {
      subscribed += 1;
      if (subscribed === 1) reads.wake();
      return () => {
        subscribed -= 1;
      };
    },
    refresh: reads.next,
    between: (audiences, from, to) => missedChanges(pool, audiences, [from, to]),
    announce,
    async close() {
      signals.close();
      await reads.close();
      if (!reader.ending) await reader.end();
    },
  };
};
