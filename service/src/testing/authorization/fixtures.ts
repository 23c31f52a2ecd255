import { randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { passkeys, sessions } from '../../db/schema/accounts.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import type { TestApp } from '../app.ts';
import { givePlan } from '../users.ts';
import type { Person } from './actors.ts';

const { agents, chats, chatSummaries, imports, memories, messages, roles, shares, tags } = schema;

/** Creates resources of users. Each function returns the id by which calls name the resource. */
export const createFixtures = ({ db, services }: TestApp) => {
  const chat = async ({ id: userId }: Person) => {
    const [row] = await db.insert(chats).values({ userId, title: 'Tea' }).returning({ id: chats.id });
    await db.insert(messages).values({ chatId: row!.id, userId, prompt: 'Which tea?', content: 'Green.', modal: 'M' });
    return row!.id;
  };
  return {
    chat,
    deletedChat: async ({ id: userId }: Person) =>
      (await db.insert(chats).values({ userId, deleted: new Date() }).returning({ id: chats.id }))[0]!.id,
    temporaryChat: async ({ id: userId }: Person) =>
      (
        await db
          .insert(chats)
          .values({ userId, expires: new Date(Date.now() + 60_000) })
          .returning({ id: chats.id })
      )[0]!.id,
    /** An import whose file has been uploaded. */
    import: async ({ id: userId }: Person) => {
      const content = Buffer.from('Not a zip.');
      const file = { owner: userId, content, folder: 'imports', name: 'export.zip', type: 'application/zip' };
      const { key } = await services.objects.put(file);
      const row = { userId, name: 'export.zip', key, size: content.length };
      return (await db.insert(imports).values(row).returning({ id: imports.id }))[0]!.id;
    },
    message: async (owner: Person) => {
      const [row] = await db
        .insert(messages)
        .values({ chatId: await chat(owner), userId: owner.id, prompt: 'Which tea?', content: 'Green.', modal: 'M' })
        .returning({ id: messages.id });
      return row!.id;
    },
    /** A chat with a summary of its first message. */
    summarized: async (owner: Person) => {
      const chatId = await chat(owner);
      const [first] = await db.select({ id: messages.id }).from(messages).where(eq(messages.chatId, chatId));
      await db
        .insert(chatSummaries)
        .values({ chatId, userId: owner.id, upToId: first!.id, covers: 1, text: 'They spoke of tea.' });
      return chatId;
    },
    share: async (owner: Person) => {
      const chatId = await chat(owner);
      const [last] = await db
        .insert(messages)
        .values({ chatId, userId: owner.id, prompt: 'And now?', content: 'Black.' })
        .returning({ id: messages.id });
      const id = randomBytes(24).toString('base64url');
      await db.insert(shares).values({ id, chatId, userId: owner.id, lastMessageId: last!.id });
      return id;
    },
    tag: async ({ id: userId }: Person) =>
      (await db.insert(tags).values({ userId, name: 'Work' }).returning({ id: tags.id }))[0]!.id,
    agent: async ({ id: userId }: Person) =>
      (
        await db.insert(agents).values({ userId, title: 'Pirate', instruction: 'Arr.' }).returning({ id: agents.id })
      )[0]!.id,
    memory: async ({ id: userId }: Person) =>
      (await db.insert(memories).values({ userId, memory: 'Drinks tea.' }).returning({ id: memories.id }))[0]!.id,
    role: async ({ teamId }: Person) =>
      (await db.insert(roles).values({ teamId: teamId!, name: 'Editors' }).returning({ id: roles.id }))[0]!.id,
    session: async ({ id: userId }: Person) => {
      const [row] = await db
        .insert(sessions)
        .values({ userId, tokenHash: randomBytes(32).toString('hex'), expires: new Date(Date.now() + 86_400_000) })
        .returning({ id: sessions.id });
      return row!.id;
    },
    passkey: async ({ id: userId }: Person) => {
      const id = randomBytes(16).toString('base64url');
      const key = { userId, publicKey: 'AA', counter: 0 };
      // The last way to log in cannot be removed, so there is a second passkey.
      const spare = { ...key, id: randomBytes(16).toString('base64url'), name: 'Phone' };
      await db.insert(passkeys).values([{ ...key, id, name: 'Laptop' }, spare]);
      return id;
    },
    checkout: async ({ id: userId }: Person) => {
      const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
      const buyer = { userId, email: 'a@b.test', origin: 'http://atrium.test' };
      const { sessionId: id, expires } = await services.payments.openCheckout({ ...order, ...buyer });
      await db.insert(paymentSessions).values({ ...order, id, expires, userId, provider: services.payments.provider });
      return id;
    },
    plan: async ({ id: userId }: Person) => {
      await givePlan(db, userId, new Date(Date.now() + 86_400_000));
      const [row] = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.teamId)));
      return row!.id;
    },
    /** The URL of a stored file. */
    file: async ({ id: owner }: Person) => {
      const content = Buffer.from('Tea is a drink.');
      const stored = await services.objects.put({
        owner,
        content,
        folder: 'chatFiles',
        name: 'tea.txt',
        type: 'text/plain',
      });
      return stored.url;
    },
  };
};
export type Fixtures = ReturnType<typeof createFixtures>;

const watched = [
  'changes',
  'chats',
  'messages',
  'message_files',
  'chat_tags',
  'tags',
  'agents',
  'agent_roles',
  'memories',
  'imports',
  'shares',
  'reports',
  'teams',
  'team_members',
  'team_log',
  'roles',
  'role_members',
  'users',
  'passkeys',
  'objects',
  'subscriptions',
  'payment_sessions',
];

/**
 * Records every write to the tables that a refused call must not change, by triggers. Comparing the contents of the tables
 * took longer than everything else in the matrix.
 */
export const watchWrites = async ({ db }: TestApp): Promise<void> => {
  await db.execute(sql`create table written (at bigint generated always as identity primary key, part text not null)`);
  await db.execute(sql`create function note_write() returns trigger language plpgsql as
    'begin insert into written (part) values (tg_table_name); return null; end'`);
  for (const table of watched)
    await db.execute(
      sql.raw(`create trigger note_write after insert or update or delete on ${table}
        for each row execute function note_write()`),
    );
};

/** The position of the last recorded write. */
export const lastWrite = async ({ db }: TestApp): Promise<string> => {
  const { rows } = await db.execute<{ at: string }>(sql`select coalesce(max(at), 0) as at from written`);
  return rows[0]!.at;
};

/** The tables with writes after the position `last`. */
export const writtenSince = async ({ db }: TestApp, last: string): Promise<string[]> => {
  const { rows } = await db.execute<{ part: string }>(sql`select distinct part from written where at > ${last}`);
  return rows.map(({ part }) => part);
};
