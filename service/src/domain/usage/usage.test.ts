import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import { sweep } from '../replies/sweep.ts';

const { chats, messages, modelUseDays, teamMembers, usageDays, usageReservations } = schema;

let begun = Promise.withResolvers<void>();
let open = Promise.withResolvers<void>();
/** Answers when the test says so. */
const model: ModelPort = {
  label: 'M',
  async *reply() {
    begun.resolve();
    await open.promise;
    yield { type: 'text', text: 'Yes.' };
  },
  name: async () => 'T',
  improve: async () => 'I',
};
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ model });
});
afterAll(() => app.close());
beforeEach(() => {
  begun = Promise.withResolvers<void>();
  open = Promise.withResolvers<void>();
});

/** The teams in which a user’s messages were counted, and those in which their models were. */
const countedFor = async (userId: string) => ({
  messages: await app.db
    .select({ teamId: usageDays.teamId, messages: usageDays.messages })
    .from(usageDays)
    .where(eq(usageDays.userId, userId)),
  models: await app.db
    .selectDistinct({ teamId: modelUseDays.teamId })
    .from(modelUseDays)
    .where(eq(modelUseDays.userId, userId)),
});

it('a reply is counted for the team in which it began, as its model is, although its user has switched since', async () => {
  const [{ teamId, member }, other] = [await createTeam(app), await createTeam(app)];
  await app.db.insert(teamMembers).values({ teamId: other.teamId, userId: member.id, paid: true });
  const client = app.as(member);
  const streaming = client.stream(calls.chat.streamReply, { prompt: 'Hi' });
  await begun.promise;
  expect((await client.call(calls.teams.switchActiveTeam, { teamId: other.teamId })).status).toBe(200);
  open.resolve();
  await streaming;
  expect(await countedFor(member.id)).toEqual({ messages: [{ teamId, messages: 1 }], models: [{ teamId }] });
});

it('a reply whose process is gone is counted, as its model is', async () => {
  const { teamId, member } = await createTeam(app);
  const [chat] = await app.db.insert(chats).values({ userId: member.id }).returning();
  const row = { chatId: chat!.id, userId: member.id, prompt: 'Rivers', content: '', pending: true };
  const [message] = await app.db
    .insert(messages)
    .values({ ...row, mode: 'research' })
    .returning();
  const reserved = { messageId: message!.id, userId: member.id, teamId, model: 'default', purpose: 'research' };
  await app.db.insert(usageReservations).values({ ...reserved, input: 9, cost: 0, expires: new Date() });
  await sweep(app.services.database.pool, 0);
  await expect.poll(() => countedFor(member.id)).toEqual({ messages: [{ teamId, messages: 1 }], models: [{ teamId }] });
  expect(await app.db.select().from(usageDays).where(eq(usageDays.userId, member.id))).toMatchObject([{ research: 1 }]);
});
