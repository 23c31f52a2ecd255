import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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

it('creates the schema once, with instances that start at the same time and again', async () => {
  await Promise.all([1, 2, 3].map(() => migrateDatabase(connection)));
  await migrateDatabase(connection);
  const tables = await read("select tablename from pg_tables where schemaname = 'public'");
  for (const table of ['users', 'sessions', 'chats', 'messages', 'reply_segments', 'teams', 'subscriptions', 'mails'])
    expect(tables).toContain(table);
  const applied = await read('select hash from drizzle.__drizzle_migrations');
  expect(new Set(applied).size).toBe(applied.length);
});

it('leaves no lock behind in a session that a pooler keeps open', async () => {
  const sessions: Socket[] = [];
  /** The message with which a client leaves, which a pooler does not pass on. */
  const terminate = 'X'.codePointAt(0);
  const pooler = createServer((client) => {
    const session = connect(`${connection.host}/.s.PGSQL.5432`);
    sessions.push(session);
    session.pipe(client);
    client.on('data', (data) => data[0] !== terminate && session.write(data));
  });
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    pooler.close();
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const { port } = pooler.address() as AddressInfo;
  const pooled = { ...connection, host: '127.0.0.1', port, options: '-c lock_timeout=1s' };
  await migrateDatabase(pooled);
  await migrateDatabase(pooled);
  expect(sessions.map(({ closed }) => closed)).toEqual([false, false]);
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
    await explain(
      `select id from messages where user_id = 'u' and show_trgm(prompt || ' ' || content) @> '{dea,ead,adb}'`,
    ),
  ).toContain('messages_search');
});

/** A database at the first step of the schema. */
const createAtFirstStep = async () => {
  const from = `from_${newId()}`;
  await admin(`create database ${from}`);
  onTestFinished(() => admin(`drop database ${from} with (force)`));
  const old = { ...inject('cluster'), database: from };
  await migrateDatabase(old, schemaSteps()[0]!.when);
  const client = new Client(old);
  await client.connect();
  onTestFinished(() => client.end());
  const add = (id: string) =>
    client.query(`
      insert into users (id, email, first_name, last_name) values ('${id}', '${id}@example.test', 'U', 'U');
      insert into chats (id, user_id, title) values ('${id}', '${id}', 'Title of ${id}');
      insert into messages (id, chat_id, user_id, prompt, content) values ('${id}', '${id}', '${id}', 'asked', '${id}')`);
  const read = async () =>
    (await client.query('select title, prompt, content from chats join messages on chat_id = chats.id')).rows;
  const rowOf = (id: string) => ({ title: `Title of ${id}`, prompt: 'asked', content: id });
  return { old, add, read, rowOf };
};

it('migrates data of every schema to the newest, step by step', async () => {
  const { old, add, read, rowOf } = await createAtFirstStep();
  const tags: string[] = [];
  for (const { tag, when } of schemaSteps()) {
    await migrateDatabase(old, when);
    await add(tag);
    tags.push(tag);
    expect(await read(), tag).toEqual(expect.arrayContaining(tags.map(rowOf)));
  }
  await migrateDatabase(old);
  expect(await read()).toHaveLength(tags.length);
});

it('migrates data of the first schema to the newest in one transaction', async () => {
  const { old, add, read, rowOf } = await createAtFirstStep();
  await add('first');
  await migrateDatabase(old);
  expect(await read()).toEqual([rowOf('first')]);
});

it.each(['_leases', '_reminder_skips'])(
  'removes budgets of members who had already left, and no others (%s)',
  async (step) => {
    const from = `migrate_${newId()}`;
    await admin(`create database ${from}`);
    onTestFinished(() => admin(`drop database ${from} with (force)`));
    const old = { ...inject('cluster'), database: from };
    const steps = schemaSteps();
    await migrateDatabase(old, steps[steps.findIndex(({ tag }) => tag.endsWith(step)) - 1]!.when);
    const client = new Client(old);
    await client.connect();
    try {
      await client.query(`
      insert into users (id, email, first_name, last_name)
        select id, id || '@example.test', 'U', 'U' from unnest(array['member', 'left', 'elsewhere']) as id;
      insert into teams (id, name, seats) values ('t', 'T', 2), ('other', 'O', 2);
      insert into team_members (team_id, user_id, paid) values ('t', 'member', true), ('other', 'elsewhere', true);
      insert into team_budgets (team_id, user_id, "limit") values
        ('t', '', 1), ('t', 'member', 2), ('t', 'left', 3), ('t', 'elsewhere', 4), ('t', 'deleted', 5), ('other', 'elsewhere', 6)`);
      await migrateDatabase(old);
      const { rows } = await client.query('select "limit"::int from team_budgets order by 1');
      expect(rows.map(({ limit }) => limit as number)).toEqual([1, 2, 6]);
    } finally {
      await client.end();
    }
  },
);

it('leaves one open checkout for each payer, the newest, if there were several', async () => {
  const from = `migrate_${newId()}`;
  await admin(`create database ${from}`);
  onTestFinished(() => admin(`drop database ${from} with (force)`));
  const old = { ...inject('cluster'), database: from };
  const steps = schemaSteps();
  await migrateDatabase(old, steps[steps.findIndex(({ tag }) => tag.endsWith('_one_checkout')) - 1]!.when);
  const client = new Client(old);
  await client.connect();
  try {
    await client.query(`
      insert into users (id, email, first_name, last_name) values ('u', 'u@example.test', 'U', 'U');
      insert into teams (id, name, seats) values ('t', 'T', 2);
      insert into payment_sessions
        (id, provider, user_id, status, interval, quantity, unit_amount, currency, team_name, team_id, expires, created_date)
      select name, 'local', 'u', status, 'month', 2, 1000, 'usd', team_name, team_id, now(), now() - age * interval '1 s'
      from (values
        ('own', 'open', null, null, 2), ('own-newest', 'open', null, null, 1), ('own-paid', 'paid', null, null, 0),
        ('team', 'open', null, 't', 2), ('team-newest', 'open', null, 't', 1),
        ('new', 'open', 'Atlas', null, 2), ('new-newest', 'open', ' atlas ', null, 1), ('other', 'open', 'Zenith', null, 3)
      ) as s (name, status, team_name, team_id, age)`);
    await migrateDatabase(old);
    const { rows } = await client.query('select id, status, subject from payment_sessions order by id');
    expect(rows.filter(({ status }) => status === 'open').map(({ id, subject }) => [id, subject])).toEqual([
      ['new-newest', 'new:u:atlas'],
      ['other', 'new:u:zenith'],
      ['own-newest', 'user:u'],
      ['team-newest', 'team:t'],
    ]);
    expect(rows).toContainEqual({ id: 'own-paid', status: 'paid', subject: 'user:u' });
  } finally {
    await client.end();
  }
});

it('knows which files secure chats use that existed before it looked', async () => {
  const from = `migrate_${newId()}`;
  await admin(`create database ${from}`);
  onTestFinished(() => admin(`drop database ${from} with (force)`));
  const old = { ...inject('cluster'), database: from };
  const steps = schemaSteps();
  await migrateDatabase(old, steps[steps.findIndex(({ tag }) => tag.endsWith('_open_passages')) - 1]!.when);
  const client = new Client(old);
  await client.connect();
  try {
    const file = (name: string) => `[{"name": "${name}", "type": "text/plain", "url": "/objects/files/u/${name}"}]`;
    await client.query(`
      insert into users (id, email, first_name, last_name) values ('u', 'u@example.test', 'U', 'U');
      insert into objects (key, user_id, folder, type)
        select 'files/u/' || name, 'u', 'files', 'text/plain' from unnest(array['sent', 'open', 'agent', 'tag', 'other']) name;
      insert into agents (id, user_id, title, instruction, files) values
        ('a', 'u', 'A', '', '${file('agent')}'), ('b', 'u', 'B', '', '${file('other')}');
      insert into chats (id, user_id, secure, agent_id) values ('s', 'u', true, 'a'), ('o', 'u', false, 'b');
      insert into tags (id, user_id, name) values ('t', 'u', 'T');
      insert into tag_contexts (tag_id, instruction, files) values ('t', '', '${file('tag')}');
      insert into chat_tags (chat_id, tag_id, home) values ('s', 't', true);
      insert into messages (id, chat_id, user_id, prompt, content) values ('s', 's', 'u', '', ''), ('o', 'o', 'u', '', '');
      insert into message_files (message_id, position, file_id, name, type, url) values
        ('s', 0, 'f', 'f', 'text/plain', '/objects/files/u/sent'), ('o', 0, 'f', 'f', 'text/plain', '/objects/files/u/open')`);
    await migrateDatabase(old);
    const { rows } = await client.query<{ key: string }>('select key from objects where secured order by key');
    expect(rows.map(({ key }) => key)).toEqual(['files/u/agent', 'files/u/sent', 'files/u/tag']);
  } finally {
    await client.end();
  }
});
