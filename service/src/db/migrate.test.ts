import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { migrateDatabase, schemaSteps } from './migrate.ts';
import { newId } from './id.ts';

const name = `migrate_${newId()}`;
const connection = { ...inject('cluster'), database: name };
const admin = async (statement: string) => {
  const client = new Client({ ...inject('cluster'), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
};
beforeAll(() => admin(`create database ${name}`));
afterAll(() => admin(`drop database ${name} with (force)`));

const read = async (statement: string): Promise<unknown[]> => {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return rows.flat();
};

it('makes the schema once, with instances that start at the same time and again', async () => {
  await Promise.all([1, 2, 3].map(() => migrateDatabase(connection)));
  await migrateDatabase(connection);
  const tables = await read("select tablename from pg_tables where schemaname = 'public'");
  for (const table of ['users', 'sessions', 'chats', 'messages', 'reply_segments', 'teams', 'subscriptions', 'mails'])
    expect(tables).toContain(table);
  const applied = await read('select hash from drizzle.__drizzle_migrations');
  expect(new Set(applied).size).toBe(applied.length);
});

it('serves a page of a user’s chats and a search from an index', async () => {
  await migrateDatabase(connection);
  const client = new Client(connection);
  onTestFinished(() => client.end());
  await client.connect();
  await client.query(`
    insert into users (id, email, first_name, last_name) values ('u', 'u@example.test', 'U', 'U');
    insert into chats (id, user_id) select n::text, 'u' from generate_series(1, 10000) n;
    insert into messages (id, chat_id, user_id, prompt, content)
      select n::text, n::text, 'u', md5(n::text), md5((n + 1)::text) from generate_series(1, 10000) n`);
  await client.query('vacuum analyze');
  const explain = async (query: string) =>
    (await client.query({ text: `explain ${query}`, rowMode: 'array' })).rows.join('\n');
  expect(await explain(`select id from chats where user_id = 'u' order by last_update desc, id desc limit 10`)).toMatch(
    /Index.*Scan Backward using chats_page/,
  );
  expect(
    await explain(`select id from messages where user_id = 'u' and (prompt || ' ' || content) ilike '%deadbeef%'`),
  ).toContain('messages_search');
});

it.each(schemaSteps().map(({ tag, when }) => [tag, when] as const))(
  'brings a database with data from the schema of %s to the newest',
  async (_, when) => {
    const from = `from_${newId()}`;
    await admin(`create database ${from}`);
    onTestFinished(() => admin(`drop database ${from} with (force)`));
    const old = { ...inject('cluster'), database: from };
    await migrateDatabase(old, when);
    const client = new Client(old);
    await client.connect();
    try {
      await client.query(`
        insert into users (id, email, first_name, last_name) values ('u', 'u@example.test', 'U', 'U');
        insert into chats (id, user_id, title) values ('c', 'u', 'Title');
        insert into messages (id, chat_id, user_id, prompt, content) values ('m', 'c', 'u', 'asked', 'answered')`);
      await migrateDatabase(old);
      const { rows } = await client.query(
        'select title, prompt, content from chats join messages on chat_id = chats.id',
      );
      expect(rows).toEqual([{ title: 'Title', prompt: 'asked', content: 'answered' }]);
    } finally {
      await client.end();
    }
  },
);
