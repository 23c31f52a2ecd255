import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chat as chatCalls, profile } from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelPort } from '../../ports/model.ts';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { deletionsJob } from '../../domain/accounts/deletion.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createFixtures, type Fixtures } from '../../testing/authorization/fixtures.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { signUp } from '../../testing/sign-up.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';

const {
  chats,
  helpMessages,
  identities,
  integrations,
  memories,
  messageFiles,
  messages,
  paymentSessions,
  pushTokens,
  teamBudgets,
  teamMembers,
  users,
} = schema;

/** Emits one word and then nothing, until it is stopped. */
const endless = () => {
  let stopped = 0;
  const model: ModelPort = {
    label: 'Endless',
    async *reply(_request, signal) {
      yield { type: 'text', text: 'Well' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      stopped += 1;
    },
    name: async () => '',
    improve: async () => '',
  };
  return { model, stopped: () => stopped };
};

const { model, stopped } = endless();
let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await createTestApp({ model });
  fixtures = createFixtures(app);
});
afterAll(() => app.close());

const minutes = (count: number) => count * 60_000;
/** Runs the job as it runs `later` milliseconds from now. */
const finishDeletions = (later = 0) => {
  const now = Date.now() + later;
  return deletionsJob({ ...app.services, now: () => now }, { warn: () => undefined, error: () => undefined }).run();
};

const filesOf = (userId: string): string[] =>
  readdirSync(join(app.config.dataFolder, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(userId))
    .map(({ name }) => name);

/** The tables with a row that contains the text; the ledger of payments is retained. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name <> 'payment_events'`,
  );
  const found = [];
  for (const { name } of rows) {
    const hit = await app.db.execute(
      sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${text}%`} limit 1`,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found.toSorted();
};

/** A user with one of everything that an account can have. */
const furnished = async (email: string) => {
  const person = await signUp(app, email);
  const { id } = (await person.row())!;
  const owner = { id, email, client: app.as({ id }) };
  const file = await fixtures.file(owner);
  const messageId = await fixtures.message(owner);
  await app.db
    .insert(messageFiles)
    .values({ messageId, position: 0, fileId: 'f1', name: 'tea.txt', type: 'text/plain', url: file });
  await givePlan(app.db, id, new Date(Date.now() + 86_400_000));
  for (const make of ['share', 'tag', 'agent', 'memory', 'passkey', 'checkout', 'session'] as const)
    await fixtures[make](owner);
  await app.db.insert(pushTokens).values({ token: `push-${id}`, userId: id });
  await app.db.insert(identities).values({ issuer: 'https://issuer.test', subject: id, userId: id });
  const team = await createTeam(app);
  await app.db.insert(teamMembers).values({ teamId: team.teamId, userId: id, paid: true });
  await app.db.insert(teamBudgets).values({ teamId: team.teamId, userId: id, limit: 1 });
  await app.db.insert(helpMessages).values({ userId: id, text: `Write to ${email}.` });
  return { ...person, id, file };
};

describe('deleting an account', () => {
  it('leaves nothing of it, in no table and not on the disk, and ends cookie and sessions', async () => {
    const ada = await furnished('ada@example.test');
    const other = await ada.logIn();
    expect(await tablesWith(ada.id)).toEqual(expect.arrayContaining(['customers', 'messages', 'objects', 'passkeys']));
    expect(filesOf(ada.id)).toContain('tea.txt');
    const { status, headers } = await ada.post('/api/deleteUser', {});
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(/atrium_session=;.*1970/);
    // For a day its other browsers can be notified of the deletion, through ids alone.
    expect(await tablesWith(ada.id)).toEqual(['changes']);
    // Only the one email that confirms it.
    expect(await tablesWith(ada.email)).toEqual(['mails']);
    expect(await emailsTo(app, ada.email)).toMatchObject([{ subject: 'Your Atrium account was deleted' }]);
    expect(filesOf(ada.id)).toEqual([]);
    expect([await ada.isSignedIn(), await ada.isSignedIn(other.cookie)]).toEqual([false, false]);
    expect((await ada.logIn()).status).toBe(400);
  });

  it('changes no other account', async () => {
    const [ada, ben] = [await furnished('ada2@example.test'), await furnished('ben@example.test')];
    const before = await tablesWith(ben.id);
    const files = filesOf(ben.id);
    await ada.post('/api/deleteUser', {});
    expect(await tablesWith(ben.id)).toEqual(before);
    expect(filesOf(ben.id)).toEqual(files);
    expect(await ben.isSignedIn()).toBe(true);
    expect(await emailsTo(app, ben.email)).toHaveLength(1);
  });

  it('frees the address for a new account, which has nothing of the old one', async () => {
    const ada = await furnished('again@example.test');
    await ada.post('/api/deleteUser', {});
    const fresh = await signUp(app, 'again@example.test');
    const row = await fresh.row();
    expect(row?.id).not.toBe(ada.id);
    expect(await app.db.select().from(chats).where(eq(chats.userId, row!.id))).toEqual([]);
    expect(await app.db.select().from(memories).where(eq(memories.userId, row!.id))).toEqual([]);
  });

  it('stops the replies that are running, while whichever instance runs them still finds them', async () => {
    const user = await app.createUser({ premium: true });
    const { replies } = app.services;
    const stop = replies.stop.bind(replies);
    const found: number[] = [];
    vi.spyOn(replies, 'stop').mockImplementation(async (id) => {
      found.push((await app.db.select().from(messages).where(eq(messages.id, id))).length);
      await stop(id);
    });
    const client = app.as(user);
    const before = stopped();
    const streams = ['one', 'two'].map((prompt) => client.stream(chatCalls.streamReply, { prompt }));
    await vi.waitFor(async () => {
      const running = await app.db.select().from(messages).where(eq(messages.userId, user.id));
      expect(running.filter(({ pending }) => pending)).toHaveLength(2);
    });
    expect((await client.call(profile.deleteUser, {})).status).toBe(200);
    await Promise.all(streams);
    expect(stopped() - before).toBe(2);
    expect(found).toEqual([1, 1]);
    expect(await app.db.select().from(messages).where(eq(messages.userId, user.id))).toEqual([]);
  });

  it('removes its files from chats that others continued from a link, and keeps theirs', async () => {
    const [ada, ben] = [await furnished('sharer@example.test'), await furnished('reader@example.test')];
    const messageId = await fixtures.message({ ...ben, client: app.as(ben) });
    const names = { messageId, fileId: 'f', name: 'tea.txt', type: 'text/plain' };
    await app.db.insert(messageFiles).values([
      { ...names, position: 0, url: ada.file },
      { ...names, position: 1, url: ben.file },
    ]);
    await ada.post('/api/deleteUser', {});
    const client = app.as(ben);
    expect((await client.request({ url: ada.file })).status).toBe(404);
    expect((await client.request({ url: ben.file })).status).toBe(200);
  });

  it('removes files of others that only its own chats still named', async () => {
    const [ada, ben] = [await furnished('last@example.test'), await furnished('first@example.test')];
    const messageId = await fixtures.message({ ...ada, client: app.as(ada) });
    const names = { messageId, position: 0, fileId: 'f', name: 'tea.txt', type: 'text/plain' };
    await app.db.insert(messageFiles).values({ ...names, url: ben.file });
    await app.db.delete(messages).where(eq(messages.userId, ben.id));
    expect(filesOf(ben.id)).toContain('tea.txt');
    await ada.post('/api/deleteUser', {});
    expect(filesOf(ben.id)).toEqual([]);
  });

  it('is done once for two requests at the same time', async () => {
    const user = await app.createUser();
    const clients = [app.as(user), app.as(user)];
    await Promise.all(clients.map((client) => client.token()));
    const answers = await Promise.all(clients.map((client) => client.call(profile.deleteUser, {})));
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await app.db.select().from(users).where(eq(users.id, user.id))).toEqual([]);
  });

  it('disconnects nothing while it is refused because of a payment on its way, and everything once it is done', async () => {
    const { id } = await app.createUser();
    const tokens = app.services.sealer.seal('{"access":"a"}');
    await app.db.insert(integrations).values({ userId: id, provider: 'google', scopes: ['mail'], tokens });
    await app.db
      .update(users)
      .set({ googleScopes: ['mail'] })
      .where(eq(users.id, id));
    const expires = new Date(Date.now() + 86_400_000);
    const order = { interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd', provider: 'local' } as const;
    await app.db.insert(paymentSessions).values({ ...order, id: newId(), userId: id, status: 'open', expires });
    const revoke = vi.spyOn(app.services.consent, 'revoke').mockResolvedValue();
    const readCheckout = vi.spyOn(app.services.payments, 'readCheckout').mockResolvedValue({ status: 'pending' });
    const refused = await app.as({ id }).call(profile.deleteUser, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment-pending' } });
    expect(await app.db.select().from(integrations).where(eq(integrations.userId, id))).toHaveLength(1);
    expect(await app.db.select().from(users).where(eq(users.id, id))).toMatchObject([{ googleScopes: ['mail'] }]);
    expect(revoke).not.toHaveBeenCalled();
    readCheckout.mockResolvedValue({ status: 'expired' });
    expect((await app.as({ id }).call(profile.deleteUser, {})).status).toBe(200);
    expect(revoke.mock.calls).toEqual([['google', { access: 'a' }]]);
    vi.restoreAllMocks();
  });

  it('is refused to visitors, and accepts no other user’s id', async () => {
    const user = await app.createUser();
    expect((await app.visitor.call(profile.deleteUser, {})).status).toBe(401);
    const eve = app.as(await app.createUser());
    expect((await eve.call(profile.deleteUser, { userId: user.id } as never)).status).toBe(400);
    expect(await app.db.select().from(users).where(eq(users.id, user.id))).toHaveLength(1);
  });

  it('is finished later if a file cannot be removed, and nobody signs in until then', async () => {
    const ada = await furnished('retry@example.test');
    const { objects } = app.services;
    const broken = vi.spyOn(objects, 'remove').mockRejectedValueOnce(new Error('The disk is busy.'));
    expect((await ada.post('/api/deleteUser', {})).status).toBe(200);
    expect(await ada.row()).toBeDefined();
    expect((await ada.logIn()).status).not.toBe(200);
    expect(await ada.isSignedIn()).toBe(false);
    // The request may still be removing it.
    await finishDeletions();
    expect(await ada.row()).toBeDefined();
    broken.mockRestore();
    await finishDeletions(minutes(11));
    expect(await tablesWith(ada.id)).toEqual(['changes']);
    expect(filesOf(ada.id)).toEqual([]);
    expect(await emailsTo(app, ada.email)).toMatchObject([{ subject: 'Your Atrium account was deleted' }]);
  });

  it('is tried again later for an account that still cannot be removed, and finished for the others', async () => {
    const [ada, ben] = [await furnished('stuck@example.test'), await furnished('free@example.test')];
    const { objects } = app.services;
    const remove = objects.remove.bind(objects);
    const broken = vi.spyOn(objects, 'remove').mockRejectedValue(new Error('The disk is busy.'));
    for (const { post } of [ada, ben]) expect((await post('/api/deleteUser', {})).status).toBe(200);
    broken.mockImplementation(async (key) => {
      if (key.includes(ada.id)) throw new Error('The disk is busy.');
      await remove(key);
    });
    await finishDeletions(minutes(11));
    expect([await ada.row(), await ben.row()]).toEqual([expect.anything(), undefined]);
    broken.mockRestore();
    await finishDeletions(minutes(26));
    expect(await ada.row()).toBeUndefined();
  });
});
