import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { openConfiguredDatabase } from '../compose/database.ts';
import { readConfig } from '../config.ts';
import { seed } from '../local/seed/seed.ts';
import { createWriter, mulberry } from './many-words.ts';

/**
 * `node fill-library.ts --data FOLDER [--messages N] [--chats N]`: fills the database of a data folder. Half of the
 * messages, in `chats` chats, belong to premium@atrium.test, the others to 500 users.
 */
const log = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: { data: { type: 'string' }, messages: { type: 'string' }, chats: { type: 'string' } },
});
const data = values.data ?? '';
const messages = Number(values.messages ?? 1_000_000);
const chats = Number(values.chats ?? 100_000);
const users = 500;
const batch = 5000;
const owned = Math.floor(messages / 2);
const perChat = Math.ceil(owned / chats);
/** Search terms in other languages, of two characters, and one that does not occur. */
const foreign = ['при', 'город', '北京', '音乐', '茶', 'كتاب', '🚀', 'er', 'quixotic'];

const idOf = (kind: string, number: number): string => kind.repeat(12) + number.toString(16).padStart(12, '0');

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Drops the search indexes, because building them once at the end takes less time. */
const dropIndexes = async (pool: Pool): Promise<readonly Index[]> => {
  const { rows } = await pool.query<Index>(
    `select indexname as name, indexdef as definition from pg_indexes
      where indexname in ('messages_search', 'messages_grams', 'chats_search', 'chats_grams')`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  return rows;
};

/** Inserts the messages with these numbers, and the chats that begin with one of them. */
const insertBatch = async (pool: Pool, owner: string, text: ReturnType<typeof createWriter>, numbers: number[]) => {
  const start = Date.parse('2025-01-01T00:00:00Z');
  const chatOf = (number: number) => idOf('c', Math.floor(number / perChat));
  const userOf = (number: number) => (number < owned ? owner : idOf('0', (number % users) + 1));
  const timeOf = (number: number) => new Date(start + (number % owned) * 60_000);
  // All messages of a chat belong to one user.
  const spread = (number: number) => (number < owned ? number : owned + Math.floor((number - owned) / perChat));
  const firsts = numbers.filter((number) => number % perChat === 0);
  await pool.query(
    `insert into chats (id, user_id, title, created_date, last_update)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $4::timestamptz[])`,
    [
      firsts.map(chatOf),
      firsts.map((number) => userOf(spread(number))),
      firsts.map(() => text.title()),
      firsts.map((number) => timeOf(number + perChat)),
    ],
  );
  await pool.query(
    `insert into messages (id, chat_id, user_id, parent_id, prompt, content, created_date)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])`,
    [
      numbers.map((number) => idOf('a', number)),
      numbers.map(chatOf),
      numbers.map((number) => userOf(spread(number - (number % perChat)))),
      numbers.map((number) => (number % perChat === 0 ? null : idOf('a', number - 1))),
      numbers.map(() => text.prompt()),
      numbers.map(() => text.answer()),
      numbers.map(timeOf),
    ],
  );
};

/** Builds the indexes again, and writes how long that took and how large they are to `indexes.json`. */
const buildIndexes = async (pool: Pool, indexes: readonly Index[]): Promise<void> => {
  log('Building the index of the search …');
  const since = performance.now();
  const client = await pool.connect();
  try {
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { definition } of indexes) await client.query(definition);
    for (const name of ['messages_search', 'chats_search'])
      await client.query(`alter index ${name} alter column 2 set statistics 0`);
  } finally {
    client.release();
  }
  const { rows: sizes } = await pool.query<{ name: string; size: number }>(
    `select name, round(pg_relation_size(name::regclass) / 1e6)::int as size from unnest($1::text[]) name`,
    [indexes.map(({ name }) => name)],
  );
  const seconds = Math.round((performance.now() - since) / 1000);
  const megabytes = Object.fromEntries(sizes.map(({ name, size }) => [name, size]));
  log(`Built in ${seconds} s: ${sizes.map(({ name, size }) => `${name} ${size} MB`).join(', ')}`);
  writeFileSync(join(data, 'indexes.json'), JSON.stringify({ seconds, megabytes }));
};

const fill = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(`select id from users where email = 'premium@atrium.test'`);
  const owner = rows[0]?.id;
  if (owner === undefined) throw new Error('The account premium@atrium.test is missing.');
  const indexes = await dropIndexes(pool);
  await pool.query(
    `insert into users (id, email, first_name, last_name)
      select lpad(to_hex(n), 24, '0'), 'reader-' || n || '@example.test', 'Ada', 'Reader' from generate_series(1, $1::int) n`,
    [users],
  );
  const text = createWriter(mulberry(1));
  for (let done = 0; done < messages; done += batch) {
    const numbers = Array.from({ length: Math.min(batch, messages - done) }, (_, index) => done + index);
    await insertBatch(pool, owner, text, numbers);
    if (done % 100_000 === 0) log(`${done} messages`);
  }
  await buildIndexes(pool, indexes);
  const { words } = text;
  const terms = [...[0, 25, 60, 100, 300, 1000, 3000, 10_000, 25_000].map((rank) => words[rank]!), ...foreign];
  writeFileSync(join(data, 'terms.json'), JSON.stringify(terms));
  await pool.query('vacuum analyze');
  log('Filled.');
};

const config = readConfig({ ...process.env, ATRIUM_DATA: join(data), ATRIUM_SEED: '1' });
const database = await openConfiguredDatabase(config, (error) => log(error.message));
try {
  await seed(database);
  await fill(database.pool);
} finally {
  await database.close();
}
