import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { refunds } from '../../db/schema/billing.ts';
import { mails } from '../../db/schema/mail.ts';
import { teams } from '../../db/schema/teams.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { isSecondPayment, issueRefund, listDue } from './refunds.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

const owe = async (entry: Partial<typeof refunds.$inferInsert> = {}) => {
  const due = { provider: 'local', subscriptionId: newId(), userId: newId(), currency: 'usd', ...entry };
  const [row] = await app.db
    .insert(refunds)
    .values({ ...due, sessionId: newId() })
    .returning();
  return row!;
};
const readAgain = async ({ sessionId }: { sessionId: string }) =>
  (await app.db.select().from(refunds).where(eq(refunds.sessionId, sessionId)))[0];
const providerRefunds = (refunded: number, credited: number, url: string | null = null) =>
  vi.spyOn(app.services.payments, 'refund').mockResolvedValue({ refunded, credited, url });
const plainTo = async (user: { email: string }) => (await emailsTo(app, user.email)).map(({ plain }) => plain);

describe('a second payment', () => {
  it('that is half refunded and half credited is reported with both amounts', async () => {
    const user = await app.createUser();
    const entry = await owe({ userId: user.id });
    providerRefunds(500, 500, '/note');
    await issueRefund(app.services, entry.sessionId);
    expect(await readAgain(entry)).toMatchObject({
      status: 'done',
      refunded: 500,
      credited: 500,
      url: '/note',
      doneDate: new Date(now),
    });
    const [plain, ...more] = await plainTo(user);
    expect(more).toEqual([]);
    expect(plain).toContain('two payments for your plan.');
    expect(plain).toContain('Refunded: $5.00\nCredited: $5.00');
    expect(plain).toContain('http://atrium.test/');
  });

  it('of a team is reported with its name', async () => {
    const user = await app.createUser();
    const team = { id: newId(), name: 'Atlas', seats: 2 };
    await app.db.insert(teams).values([{ id: newId(), name: 'Boreas', seats: 2 }, team]);
    const entry = await owe({ userId: user.id, teamId: team.id });
    providerRefunds(2000, 0);
    await issueRefund(app.services, entry.sessionId);
    expect(await plainTo(user)).toEqual([expect.stringContaining('two payments for the plan of the team Atlas.')]);
  });

  it('without an amount to refund is done, and nobody is notified', async () => {
    const user = await app.createUser();
    const entry = await owe({ userId: user.id });
    providerRefunds(0, 0);
    await issueRefund(app.services, entry.sessionId);
    expect(await readAgain(entry)).toMatchObject({ status: 'done' });
    expect(await plainTo(user)).toEqual([]);
  });

  it('is refunded even if its payer has deleted their account', async () => {
    const entry = await owe();
    providerRefunds(1000, 0);
    const before = await app.db.$count(mails);
    await issueRefund(app.services, entry.sessionId);
    expect(await readAgain(entry)).toMatchObject({ status: 'done', refunded: 1000 });
    expect(await app.db.$count(mails)).toBe(before);
  });

  it('that another process refunded in the meantime is reported by that process only', async () => {
    const user = await app.createUser();
    const entry = await owe({ userId: user.id });
    vi.spyOn(app.services.payments, 'refund').mockImplementation(async () => {
      await app.db.update(refunds).set({ status: 'done' }).where(eq(refunds.sessionId, entry.sessionId));
      return { refunded: 1000, credited: 0, url: null };
    });
    await issueRefund(app.services, entry.sessionId);
    expect(await readAgain(entry)).toMatchObject({ refunded: 0, doneDate: null });
    expect(await plainTo(user)).toEqual([]);
  });

  it('is credited to the customer of the plan that stays, if the provider knows it', async () => {
    const refund = providerRefunds(1000, 0);
    const read = vi.spyOn(app.services.payments, 'readSubscription');
    const [beside, elsewhere, gone] = [await owe({ keptId: 'kept' }), await owe(), await owe({ keptId: 'gone' })];
    read.mockImplementation(async (id) => (id === 'kept' ? ({ customerId: 'customer' } as never) : undefined));
    for (const { sessionId } of [beside, elsewhere, gone]) await issueRefund(app.services, sessionId);
    expect(read.mock.calls).toEqual([['kept'], ['gone']]);
    expect(refund.mock.calls).toEqual([
      [beside.subscriptionId, 'customer'],
      [elsewhere.subscriptionId, undefined],
      [gone.subscriptionId, undefined],
    ]);
  });

  it('is refunded only at its own provider, and only while it is due', async () => {
    const refund = providerRefunds(1000, 0);
    const done = await owe({ status: 'done' });
    const elsewhere = await owe({ provider: 'stripe' });
    for (const sessionId of [done.sessionId, elsewhere.sessionId, newId()]) await issueRefund(app.services, sessionId);
    expect(refund).not.toHaveBeenCalled();
    expect(await readAgain(elsewhere)).toMatchObject({ status: 'due' });
    const second = (sessionId: string) => isSecondPayment(app.services, sessionId);
    expect([await second(done.sessionId), await second(elsewhere.sessionId), await second(newId())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it('due refunds are listed oldest first, up to the requested number', async () => {
  await app.db.delete(refunds);
  const at = (second: number) => ({ createdDate: new Date(now + second * 1000) });
  const [third, first, second] = [await owe(at(3)), await owe(at(1)), await owe(at(2))];
  await owe({ ...at(0), status: 'done' });
  await owe({ ...at(0), provider: 'stripe' });
  expect(await listDue(app.services, 5)).toEqual([first, second, third].map(({ sessionId }) => sessionId));
  expect(await listDue(app.services, 2)).toEqual([first, second].map(({ sessionId }) => sessionId));
});
