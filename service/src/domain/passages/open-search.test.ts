import { sql } from 'drizzle-orm';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { newId } from '../../db/id.ts';
import { type Pgvector, preparePgvector } from '../../db/pgvector.ts';
import { passageVectors } from '../../db/schema/files.ts';
import { createSealer } from '../../db/sealed.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { startPgvector } from '../../testing/pgvector.ts';
import { documentReader } from './documents.ts';
import { indexText } from './file-index.ts';
import { openFile, openSentences, sealFiles } from './open-files.ts';
import { searchOpen } from './open-search.ts';
import { sentencesIn } from './split.ts';
import { storePassages } from './store.ts';
import { encodeVectors, vectorsOf } from './vectors.ts';

const sealer = createSealer(['a secret of this test']);
const embedder = 'test embedder';
/** Pseudo-random, but the same for the same text, so that no two sentences are equally near. */
const meaning = (text: string): number[] => {
  let state = Array.from(text).reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 0x01000193), 0x811c9dc5);
  return Array.from({ length: 70 }, () => (state = Math.imul(state, 1_664_525) + 1_013_904_223) >> 24);
};

const report = (topic: string) =>
  Array.from({ length: 60 }, (_, at) => `Paragraph ${at} on ${topic} says what was known. `.repeat(8)).toSpliced(
    30,
    0,
    `The escrow account for ${topic} was opened in Zurich. 违约金为合同总额的百分之十。 وضع أحمد المكتوب على الطاولة.`,
  );

const questions = [
  'Where was the escrow account opened?',
  '违约金是多少？',
  'أين الكتاب؟',
  'What does paragraph 33 say of bees?',
  'zzz',
];

let compared: Awaited<ReturnType<typeof startPgvector>>;
beforeAll(async () => {
  compared = await startPgvector();
});
afterAll(() => compared.close());

const kinds: Readonly<Record<string, { readonly compares: boolean; start: () => Promise<Started> }>> = {
  'a PostgreSQL without pgvector': {
    compares: false,
    start: async () => {
      const { connection, drop } = await createTestDatabase();
      return { connection, close: drop };
    },
  },
  'one with pgvector': {
    compares: true,
    start: async () => ({ connection: compared.connection, close: async () => undefined }),
  },
};
interface Started {
  readonly connection: ClientConfig;
  close(): Promise<unknown>;
}

describe.each(Object.entries(kinds))('%s', (_, { compares, start }) => {
  let started: Started;
  let pgvector: Pgvector;
  let database: Database;
  const user = newId();
  beforeAll(async () => {
    started = await start();
    pgvector = await migrateDatabase(started.connection);
    database = openDatabase(started.connection, {
      max: 1,
      onError: (error) => {
        throw error;
      },
    });
    await database.db.execute(
      sql`insert into users (id, email, first_name, last_name) values (${user}, ${user}, 'U', 'U')`,
    );
  });
  afterAll(async () => {
    await database.close();
    await started.close();
  });

  /** A file that was read, split, and embedded. */
  const addFile = async (topic: string): Promise<string> => {
    const { db } = database;
    const key = `users/${user}/files/${newId()}.txt`;
    const split = indexText(report(topic).join('\n\n'));
    await db.execute(sql`insert into objects (key, user_id, folder, type) values (${key}, ${user}, 'f', 'text/plain')`);
    await db.execute(sql`insert into object_readings (key, type, text) values (${key}, 'text/plain', '')`);
    await storePassages(db, key, split, sealer);
    const sentences = split.texts.map(sentencesIn);
    const lengths = sentences.map(({ length }) => length);
    const vectors = sealer.seal(encodeVectors(vectorsOf(sentences.flat().map(meaning), lengths)));
    await db.insert(passageVectors).values({ key, embedder, vectors });
    return key;
  };
  const addOpen = async (topic: string): Promise<string> => {
    const key = await addFile(topic);
    await openFile(database.db, key);
    await openSentences(database.db, key, embedder);
    return key;
  };
  const rankedBy = async (keys: readonly string[], query: Parameters<typeof documentReader>[1]) => {
    const reader = documentReader(database.db, query);
    await reader.indexes(keys);
    return reader.ranked(keys);
  };
  const count = async (table: string, key: string) => {
    const { rows } = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} join open_files on number = file where key = ${key}`,
    );
    return rows[0]!.count;
  };

  it('finds the passages that the process finds, by words and by meaning, in open files beside sealed ones', async () => {
    const keys = [await addOpen('bees'), await addFile('trains'), await addOpen('whales')];
    for (const prompt of questions)
      for (const vector of [
        undefined,
        meaning('Paragraph 3 on whales says what was known.'),
        meaning(prompt),
        [1, 2],
      ]) {
        const query = { prompt, before: 'Tell me of whales', vector, embedder };
        const found = await rankedBy(keys, { ...query, open: true });
        expect(found, prompt).toEqual(await rankedBy(keys, query));
        expect(found.length).toBeGreaterThan(10);
      }
  });

  it('searches words in the database, and vectors if it compares them', async () => {
    expect(pgvector.used).toBe(compares);
    const key = await addOpen('bees');
    const vector = meaning('Paragraph 3 on bees says what was known.');
    const [[, found] = []] = await searchOpen(database.db, [key], { prompt: 'escrow', vector, embedder });
    expect(found!.nearest?.()?.scores[0]?.toFixed(5)).toBe(compares ? '1.00000' : undefined);
    if (compares) await database.db.execute(sql`delete from open_sentences where position > 3`);
    await database.db.execute(
      sql`update open_passages set words = '' from open_files where number = file and key = ${key}`,
    );
    const query = { prompt: 'Zurich', vector, embedder, open: true };
    const passages = (await rankedBy([key], query)).map(({ passage }) => passage);
    expect(Math.max(...passages) <= 3).toBe(compares);
    expect(await rankedBy([key], { ...query, vector: undefined })).toEqual([]);
  });

  it('has nothing of a file once a secure chat used it, and never again', async () => {
    const { db } = database;
    const key = await addOpen('bees');
    for (const table of compares ? ['open_passages', 'open_sentences'] : ['open_passages'])
      expect(await count(table, key)).toBeGreaterThan(20);
    await db.transaction((tx) => sealFiles(tx, [key]));
    await openFile(db, key);
    await openSentences(db, key, embedder);
    expect(await searchOpen(db, [key], { prompt: 'escrow' })).toEqual(new Map());
    const { rows } = await db.execute(sql`select from open_files where key = ${key}`);
    expect(rows).toEqual([]);
    expect((await rankedBy([key], { prompt: 'escrow', open: true })).length).toBeGreaterThan(0);
  });
});

describe('pgvector that an operator adds, removes or forbids', () => {
  it('is used from the next start on, and again if its column was lost, and no start fails without it', async () => {
    const { connection } = compared;
    const client = new Client(connection);
    await client.connect();
    const vectors = async () =>
      (await client.query<{ made: string | null }>("select to_regclass('open_sentences') as made")).rows[0]!.made;
    try {
      await client.query('create role guest; grant all on schema public to guest');
      expect(await migrateDatabase(connection)).toEqual({ used: true });
      await client.query('drop extension vector cascade');
      await client.query("insert into users (id, email, first_name, last_name) values ('u', 'u', 'U', 'U')");
      await client.query("insert into objects (key, user_id, folder, type) values ('k', 'u', 'f', 'text/plain')");
      await client.query("insert into object_readings (key) values ('k')");
      await client.query(
        "insert into open_files (key, pages, characters, embedders) values ('k', '{0}', '{1}', '{e}')",
      );
      await client.query('alter table open_sentences owner to guest; grant all on open_files to guest; set role guest');
      expect(await preparePgvector(client)).toEqual({
        used: false,
        why: expect.stringContaining('permission') as string,
      });
      expect(await vectors()).toBeNull();
      await client.query('reset role');
      expect(await migrateDatabase(connection)).toEqual({ used: true });
      expect(await migrateDatabase(connection)).toEqual({ used: true });
      expect((await client.query("select embedders from open_files where key = 'k'")).rows).toEqual([
        { embedders: [] },
      ]);
    } finally {
      await client.end();
    }
  });
});
