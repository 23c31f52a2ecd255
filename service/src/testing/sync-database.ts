import { createHash, randomBytes } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { sessionCookie } from '../http/cookies.ts';

/** A signed-in user with the cookie header of their requests. */
export interface SignedIn {
  readonly id: string;
  readonly cookie: string;
}

export interface SyncDatabase {
  /** Creates signed-in users, ten per team. */
  users(count: number): Promise<SignedIn[]>;
  /** Statements that the database has executed, except those of this tool. Needs pg_stat_statements. */
  statements(): Promise<number>;
  /** Breaks all connections except those of this tool. */
  closeConnections(): Promise<void>;
  /** The ids of the stored memories by user. */
  memories(): Promise<Map<string, Set<string>>>;
  /** Transactions per second that this many writers commit together, measured in turns for each way. */
  commits(writers: number, rounds: number): Promise<Record<Way, number[]>>;
  end(): Promise<void>;
}

/** Without triggers, with the current triggers, and with the earlier triggers, which notified at each commit. */
const ways = ['nothing', 'stored', 'notified'] as const;
export type Way = (typeof ways)[number];

const roundMs = 700;

/** An id in the product's format. */
const idOf = (at: number): string => (at + 1).toString(16).padStart(24, '0');

const makeUsers = async (pool: Pool, count: number): Promise<SignedIn[]> => {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const ids = tokens.map((_, at) => idOf(at));
  const teams = Array.from({ length: Math.ceil(count / 10) }, (_, at) => idOf(at));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await pool.query(
    `insert into users (id, email, first_name, last_name, heard_from)
      select id, id || '@example.test', 'Ada', 'Lovelace', 'friend' from unnest($1::text[]) id`,
    [ids],
  );
  await pool.query(
    `insert into sessions (token_hash, id, user_id, expires)
      select hash, id, id, now() + interval '30 days' from unnest($1::text[], $2::text[]) s(hash, id)`,
    [hashes, ids],
  );
  await pool.query(`insert into teams (id, name, seats) select id, 'Atlas', 10 from unnest($1::text[]) id`, [teams]);
  await pool.query(
    `insert into team_members (team_id, user_id, paid)
      select team, id, true from unnest($1::text[], $2::text[]) m(team, id)`,
    [ids.map((_, at) => idOf(Math.floor(at / 10))), ids],
  );
  return ids.map((id, at) => ({ id, cookie: `${sessionCookie}=${tokens[at]}` }));
};

const prepareWay = async (pool: Pool, way: Way): Promise<void> => {
  await pool.query(`alter table memories ${way === 'nothing' ? 'disable' : 'enable'} trigger user`);
  await pool.query(`drop trigger if exists sync_notify on memories`);
  if (way === 'notified')
    await pool.query(
      'create trigger sync_notify after insert on memories for each statement execute function sync_notify()',
    );
};

/** Commits per second of all writers together in one round. */
const commitsOf = async (clients: readonly PoolClient[], prefix: string): Promise<number> => {
  let commits = 0;
  const since = performance.now();
  const write = async (client: PoolClient, writer: number) => {
    for (let at = 0; performance.now() - since < roundMs; at += 1) {
      await client.query('begin');
      await client.query('insert into memories (id, user_id, memory) values ($1, $2, $3)', [
        `${prefix}-${writer}-${at}`,
        `sync-writer-${writer}`,
        'Drinks tea.',
      ]);
      await client.query('commit');
      commits += 1;
    }
  };
  await Promise.all(clients.map(write));
  return commits / ((performance.now() - since) / 1000);
};

const measureCommits = async (pool: Pool, writers: number, rounds: number): Promise<Record<Way, number[]>> => {
  await pool.query(
    `insert into users (id, email, first_name, last_name)
      select 'sync-writer-' || n, 'writer-' || n || '@example.test', 'Ada', 'L' from generate_series(0, $1::int - 1) n
      on conflict do nothing`,
    [writers],
  );
  await pool.query(
    `create or replace function sync_notify() returns trigger language plpgsql as
      $$ begin perform pg_notify('sync_bench', ''); return null; end $$`,
  );
  const clients = await Promise.all(Array.from({ length: writers }, () => pool.connect()));
  const results: Record<Way, number[]> = { nothing: [], stored: [], notified: [] };
  try {
    // The first round only warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const way of ways) {
        await prepareWay(pool, way);
        const commits = await commitsOf(clients, `${writers}-${round}-${way}`);
        if (round > 0) results[way].push(commits);
      }
  } finally {
    for (const client of clients) client.release();
    await prepareWay(pool, 'stored');
  }
  return results;
};

/** Opens what `pnpm bench sync` does directly with the service's database. */
export const openSyncDatabase = async (url: string): Promise<SyncDatabase> => {
  const pool = new Pool({ connectionString: url, max: 24, application_name: 'sync-bench' });
  // A broken connection is replaced at the next query.
  pool.on('error', () => undefined);
  await pool.query('create extension if not exists pg_stat_statements');
  return {
    users: (count) => makeUsers(pool, count),
    statements: async () => {
      const { rows } = await pool.query<{ calls: string }>(
        `select coalesce(sum(calls), 0) as calls from pg_stat_statements where query not like '%pg_stat_statements%'`,
      );
      return Number(rows[0]!.calls);
    },
    closeConnections: async () => {
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name <> 'sync-bench'`,
      );
    },
    memories: async () => {
      const { rows } = await pool.query<{ user_id: string; ids: string[] }>(
        'select user_id, array_agg(id) as ids from memories group by user_id',
      );
      return new Map(rows.map(({ user_id, ids }) => [user_id, new Set(ids)]));
    },
    commits: (writers, rounds) => measureCommits(pool, writers, rounds),
    end: () => pool.end(),
  };
};
