import { billing, session, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { createTeam } from '../../testing/teams.ts';
import { type ProviderApp, providerApps } from '../../testing/provider-apps.ts';
import { sessionOf } from '../../testing/provider-pages.ts';

describe.each(['local', 'stripe'] as const)('renewing an ended plan with the %s provider', (name) => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps[name]();
  });
  afterAll(() => at.close());

  const clientOf = (user: { id: string }) => at.app.as(user);
  /** The text of the provider's page. */
  const read = async (client: ReturnType<typeof clientOf>, url: string) => {
    const html = name === 'local' ? (await client.request({ url })).text : await (await fetch(url)).text();
    return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  };
  const pay = async (client: ReturnType<typeof clientOf>, page: string) => {
    await at.pay(sessionOf(page));
    await client.call(billing.checkSubscriptionSession, { sessionId: sessionOf(page) });
  };
  const end = async (userId: string) => {
    const rows = await at.app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    for (const { providerId } of rows.filter(({ status }) => status !== 'canceled')) {
      await at.app.services.payments.cancel(providerId);
      await at.app.db
        .update(subscriptions)
        .set({ status: 'canceled', currentEnd: new Date(Date.now() - 2 * 86_400_000) })
        .where(eq(subscriptions.providerId, providerId));
    }
    at.app.services.sessions.forget(userId);
  };

  it('offers a team its own plan, with its name and its seats', async () => {
    const user = await at.app.createUser();
    const client = clientOf(user);
    const made = await client.call(billing.createTeamSubscription, { name: 'Atlas', quantity: 3 });
    expect(await read(client, made.body.redirectUrl)).toContain(name === 'local' ? 'Atlas' : 'Atrium for teams');
    const check = async (page: string) =>
      (await client.call(billing.checkSubscriptionSession, { sessionId: sessionOf(page) })).body;
    await pay(client, made.body.redirectUrl);
    expect(await check(made.body.redirectUrl)).toMatchObject({ team: { name: 'Atlas', renewed: false } });
    const { activeTeam: teamId = '' } = (await client.call(session.getUser, {})).body;
    await end(user.id);
    const { body } = await client.call(billing.renewTeamSubscription, { teamId, quantity: 4 });
    const page = await read(client, body.redirectUrl);
    expect(page).not.toMatch(/one person|Personal|Create the team|Atrium 4/);
    expect(page).toMatch(
      name === 'local' ? /Renew the plan of Atlas .*Team, .*4 seats at \$10\.00/ : /Atrium for teams/,
    );
    await pay(client, body.redirectUrl);
    expect(await check(body.redirectUrl)).toMatchObject({ team: { _id: teamId, name: 'Atlas', renewed: true } });
    // Earlier invoices stay visible, newest first.
    expect((await client.call(billing.listTeamInvoices, { teamId })).body).toMatchObject({
      plan: { status: 'active', quantity: 4 },
      invoices: [{ amount: 4000 }, { amount: 3000 }],
      more: false,
    });
  });

  it('keeps all invoices of a user’s earlier plans', async () => {
    const user = await at.app.createUser();
    const client = clientOf(user);
    for (const interval of ['month', 'year', 'month'] as const) {
      await end(user.id);
      await pay(client, (await client.call(billing.createSubscription, { interval })).body.redirectUrl);
    }
    const { invoices, more } = (await client.call(billing.listInvoices, {})).body;
    expect([invoices.map(({ amount }) => amount), more]).toEqual([[1000, 9600, 1000], false]);
    const before = invoices[0]!.id;
    expect((await client.call(billing.listInvoices, { before })).body.invoices).toEqual(invoices.slice(1));
    // Another user’s invoice is not a valid cursor.
    const other = clientOf(await at.app.createUser());
    expect((await other.call(billing.listInvoices, { before })).body.invoices).toEqual([]);
  });
});

it('shows the state of a team’s plan to its admins only', async () => {
  const at = await providerApps.local();
  onTestFinished(() => at.close());
  const { teamId, admin, member } = await createTeam(at.app);
  const other = await member();
  const planFor = async (user: { id: string }) => (await at.app.as(user).call(teams.getTeam, { teamId })).body.plan;
  expect(await planFor(admin)).toMatchObject({ status: 'active', cancelAtEnd: false, interval: 'month' });
  const ended = new Date(Date.now() - 60_000);
  await at.app.db.update(subscriptions).set({ status: 'canceled', currentEnd: ended });
  expect(await planFor(admin)).toMatchObject({ status: 'canceled', endDate: ended.toISOString() });
  expect(await planFor(other)).toBeUndefined();
});
