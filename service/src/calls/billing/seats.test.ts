import { billing, teams as teamCalls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/authorization/actors.ts';
import type { TestClient } from '../../testing/client.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const day = 86_400_000;
let now = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(() => {
  now = start;
});
afterAll(() => app.close());

/** A team of five seats at $10, paid from 1 to 31 March: 30 days. */
const startTeam = async (card = '4242') => {
  const { teamId, admin } = await createTeam(app);
  const period = { currentStart: new Date(start), currentEnd: new Date(start + 30 * day) };
  const [row] = await app.db
    .update(subscriptions)
    .set({ ...period, quantity: 5, createdDate: new Date(start) })
    .where(eq(subscriptions.teamId, teamId))
    .returning();
  await app.db.update(customers).set({ card }).where(eq(customers.id, row!.customerId));
  return { teamId, client: app.as(admin) };
};
const preview = async (client: TestClient, teamId: string, quantity: number) =>
  (await client.call(billing.updateTeamSubscription, { teamId, quantity, returnProrationAmount: true })).body;
const seatsOf = async (client: TestClient, teamId: string) =>
  (await client.call(teamCalls.getTeam, { teamId })).body.stripeSubscriptionSeats;
const invoicesOf = async (client: TestClient, teamId: string) =>
  (await client.call(billing.listTeamInvoices, { teamId })).body.invoices;

describe('more seats', () => {
  it('are charged at once for the rest of the period, exactly as previewed, even if the change follows later', async () => {
    const { teamId, client } = await startTeam();
    now = start + 10 * day;
    const seen = await preview(client, teamId, 8);
    expect(seen).toEqual({
      prorationInvoice: { amount_due: 2000, currency: 'usd' },
      nextInvoice: { amount_due: 8000, currency: 'usd' },
      prorationDate: now / 1000,
    });
    expect(await seatsOf(client, teamId)).toBe(5);
    expect(await invoicesOf(client, teamId)).toEqual([]);
    now += 59 * 60 * 1000;
    const { prorationDate } = seen;
    const { body } = await client.call(billing.updateTeamSubscription, { teamId, quantity: 8, prorationDate });
    expect(body).toEqual({ success: true });
    expect(await seatsOf(client, teamId)).toBe(8);
    expect(await invoicesOf(client, teamId)).toMatchObject([{ amount: 2000, currency: 'usd', status: 'paid' }]);
  });

  it('are not added if the card is declined', async () => {
    const { teamId, client } = await startTeam('0341');
    now = start + day;
    const { body } = await client.call(billing.updateTeamSubscription, { teamId, quantity: 6 });
    expect(body).toEqual({ success: false });
    expect(await seatsOf(client, teamId)).toBe(5);
    expect(await invoicesOf(client, teamId)).toEqual([]);
  });

  it('cannot be bought at the price of another time', async () => {
    const { teamId, client } = await startTeam();
    now = start + 10 * day;
    const statusAt = async (at: number) => {
      const change = { teamId, quantity: 6, prorationDate: Math.floor(at / 1000) };
      return (await client.call(billing.updateTeamSubscription, change)).status;
    };
    expect(await statusAt(now + 15 * day)).toBe(400);
    expect(await statusAt(now - 3_601_000)).toBe(400);
    expect(await seatsOf(client, teamId)).toBe(5);
    expect(await statusAt(now - 3_600_000)).toBe(200);
  });
});

describe('fewer seats', () => {
  it('cost nothing now, and the rest of their price is deducted from the next invoices', async () => {
    const { teamId, client } = await startTeam();
    now = start + 15 * day;
    expect(await preview(client, teamId, 3)).toMatchObject({
      prorationInvoice: { amount_due: 0 },
      nextInvoice: { amount_due: 2000 },
    });
    await client.call(billing.updateTeamSubscription, { teamId, quantity: 3 });
    expect(await seatsOf(client, teamId)).toBe(3);
    expect(await preview(client, teamId, 3)).toMatchObject({ nextInvoice: { amount_due: 2000 } });
  });

  it('are never fewer than the members occupy', async () => {
    const { teamId, client } = await startTeam();
    for (const id of [await app.createUser(), await app.createUser()].map((user) => user.id))
      await app.db.execute(`insert into team_members (team_id, user_id, paid) values ('${teamId}', '${id}', true)`);
    const { status, body } = await client.call(billing.updateTeamSubscription, { teamId, quantity: 3 });
    expect(status).toBe(400);
    expect(body.msg).toBe('4 seats are in use. Remove members before you reduce the seats.');
    expect(await seatsOf(client, teamId)).toBe(5);
    expect((await client.call(billing.updateTeamSubscription, { teamId, quantity: 4 })).status).toBe(200);
  });
});

describe('seats that another admin changes in the meantime', () => {
  const change = (client: TestClient, input: object, revision: string | undefined) =>
    client.request({
      method: 'POST',
      url: `/api${billing.updateTeamSubscription.path}`,
      payload: input,
      headers: { 'if-match': `"${revision}"` },
    });
  const baseOf = async (client: TestClient, teamId: string) =>
    (await client.call(teamCalls.getTeam, { teamId })).body.revisions?.seats;

  it('are neither previewed nor changed based on the old number, and no credit arises', async () => {
    const { teamId, client } = await startTeam();
    now = start + 10 * day;
    const old = await baseOf(client, teamId);
    expect(await change(client, { teamId, quantity: 8 }, old)).toMatchObject({ status: 200, body: { success: true } });
    const paid = await invoicesOf(client, teamId);
    const stale = { status: 412, body: { code: 'stale' } };
    expect(await change(client, { teamId, quantity: 6, returnProrationAmount: true }, old)).toMatchObject(stale);
    expect(await change(client, { teamId, quantity: 6 }, old)).toMatchObject(stale);
    expect(await seatsOf(client, teamId)).toBe(8);
    expect(await invoicesOf(client, teamId)).toEqual(paid);
    const seen = await baseOf(client, teamId);
    expect(await change(client, { teamId, quantity: 9 }, seen)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('are changed once, however many requests are based on the same number', async () => {
    const { teamId, client } = await startTeam();
    now = start + 10 * day;
    const base = await baseOf(client, teamId);
    const answers = await Promise.all([6, 7, 8, 9].map((quantity) => change(client, { teamId, quantity }, base)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '412', '412', '412']);
    expect(await invoicesOf(client, teamId)).toHaveLength(1);
  });
});

describe('a team', () => {
  it('makes its seat changes one after the other, however many are requested at once', async () => {
    const { teamId, client } = await startTeam();
    const changes = [6, 7, 8, 9, 10, 11].map((quantity) =>
      client.call(billing.updateTeamSubscription, { teamId, quantity }),
    );
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
    expect(await seatsOf(client, teamId)).toBe(row!.quantity);
    const bills = await invoicesOf(client, teamId);
    expect(bills.reduce((sum, { amount }) => sum + amount, 0)).toBe((row!.quantity - 5) * 1000 + row!.credit);
  });

  it('can renew once its subscription has ended, and not before', async () => {
    const { teamId, client } = await startTeam();
    const change = { teamId, quantity: 4 };
    expect((await client.call(billing.renewTeamSubscription, change)).status).toBe(409);
    await app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.teamId, teamId));
    expect((await client.call(billing.updateTeamSubscription, change)).status).toBe(409);
    expect((await client.call(billing.renewTeamSubscription, { teamId, quantity: 2 })).status).toBe(200);
    const { body } = await client.call(billing.renewTeamSubscription, change);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = `${body.redirectUrl}/pay`;
    await client.request({ method: 'POST', url: page, headers: form, payload: 'card=4242424242424242' });
    expect(await seatsOf(client, teamId)).toBe(4);
    expect((await client.call(teamCalls.listTeams, {})).body.teams).toHaveLength(1);
    expect((await client.call(billing.listTeamInvoices, { teamId })).body).toMatchObject({
      plan: { status: 'active', quantity: 4, amount: 4000 },
      invoices: [{ amount: 4000 }],
    });
  });
});
