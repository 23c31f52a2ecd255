import { usageDays as shownDays } from '@atrium/shared-kernel/contracts/constants';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { dayOf } from '../../domain/usage/usage.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/authorization/actors.ts';

const { messages, usageDays } = schema;
const day = 24 * 60 * 60 * 1000;
/** The last moment of a day, at which the clock of the service stands still. */
const now = Date.parse('2026-11-20T23:59:59.999Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

const get = (client: ReturnType<TestApp['as']>, teamId?: string) => client.call(calls.usage.getUsage, { teamId });
const today = dayOf(now);

describe('the usage of the product', () => {
  it('is empty at first, for thirty days', async () => {
    const { body } = await get(app.as(await app.createUser()));
    expect(body).toEqual({ from: dayOf(now - 29 * day), to: today, days: [] });
  });

  it('counts each reply as it ends: its message, its tokens, its picture, its research', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    await client.stream(calls.chat.streamReply, { prompt: 'Hi' });
    const first = (await get(client)).body.days;
    expect(first).toEqual([{ day: today, messages: 1, tokens: expect.any(Number), images: 0, research: 0 }]);
    await client.stream(calls.chat.streamReply, { prompt: 'A red house', imageMode: true });
    await client.stream(calls.chat.streamReply, { prompt: 'Rivers of Africa', deepResearch: true });
    const [all] = (await get(client)).body.days;
    expect(all).toMatchObject({ messages: 3, images: 1, research: 1 });
    expect(all!.tokens).toBeGreaterThan(first[0]!.tokens);
  });

  it('stays when the messages are deleted, and is private', async () => {
    const user = await app.createUser({ premium: true });
    await app.as(user).stream(calls.chat.streamReply, { prompt: 'Hi' });
    await app.db.delete(messages).where(eq(messages.userId, user.id));
    expect((await get(app.as(user))).body.days).toMatchObject([{ messages: 1 }]);
    expect((await get(app.as(await app.createUser()))).body.days).toEqual([]);
  });

  it('of a team is what its members used in it, for its admins only', async () => {
    const { teamId, admin, member } = await createTeam(app);
    await app.as(member).stream(calls.chat.streamReply, { prompt: 'Hi' });
    await app.as(admin).stream(calls.chat.streamReply, { prompt: 'Hi' });
    await app.db.insert(usageDays).values({ userId: admin.id, day: today, messages: 5 });
    expect((await get(app.as(admin), teamId.toUpperCase())).body.days).toMatchObject([{ messages: 2 }]);
    expect((await get(app.as(admin))).body.days).toMatchObject([{ messages: 6 }]);
    expect((await get(app.as(member), teamId)).status).toBe(403);
    expect((await get(app.as((await createTeam(app)).admin), teamId)).status).toBe(403);
  });

  it('is listed by day, oldest first, and no older than is shown', async () => {
    const user = await app.createUser();
    const at = (ago: number, messages: number) => ({ userId: user.id, day: dayOf(now - ago * day), messages });
    await app.db.insert(usageDays).values([at(1, 2), at(shownDays - 1, 3), at(shownDays, 4), at(0, 1)]);
    expect((await get(app.as(user))).body.days.map(({ messages }) => messages)).toEqual([3, 2, 1]);
  });
});
