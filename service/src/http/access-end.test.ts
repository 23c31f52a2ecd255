import { chat } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createTeam } from '../testing/teams.ts';
import { givePlan } from '../testing/users.ts';

const start = Date.parse('2027-01-30T09:30:00Z');
const day = 86_400_000;
let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

const mayChat = async (user: { id: string }, at: number) => {
  now = at;
  const { status } = await app.as(user).call(chat.duplicateChat, { chatId: '0'.repeat(24) });
  expect([403, 404]).toContain(status);
  return status === 404;
};

it('a plan gives access until exactly 24 hours after its end', async () => {
  const user = await app.createUser();
  await givePlan(app.db, user.id, new Date(start));
  expect(await mayChat(user, start - 1)).toBe(true);
  expect(await mayChat(user, start + day - 1)).toBe(true);
  expect(await mayChat(user, start + day)).toBe(false);
});

it('a seat gives access until exactly 24 hours after the end of the team’s plan', async () => {
  now = start;
  const { member, admin } = await createTeam(app);
  const [paid, selfBilled] = [await member(), await member({ paid: false })];
  const end = start + 30 * day;
  for (const user of [admin, paid]) {
    expect(await mayChat(user, end + day - 1)).toBe(true);
    expect(await mayChat(user, end + day)).toBe(false);
  }
  expect(await mayChat(selfBilled, start)).toBe(false);
});
