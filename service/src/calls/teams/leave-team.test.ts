import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { confirmCheckout } from '../../domain/billing/confirm.ts';
import { endPayments } from '../../domain/billing/end-payments.ts';
import { testCard } from '../../local/payments/cards.ts';
import { setCancelAtEnd, setCard } from '../../local/payments/customer.ts';
import { passTime } from '../../local/payments/renew.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { type ProviderApp, providerApps } from '../../testing/provider-apps.ts';
import { sessionOf } from '../../testing/provider-pages.ts';

describe.each(['local', 'stripe'] as const)('a team that is paid at the %s provider', (name) => {
  let at: ProviderApp;
  beforeAll(async () => {
    at = await providerApps[name]();
  });
  afterAll(() => at.close());

  const subjectsOf = async ({ email }: { email: string }) =>
    (await emailsTo(at.app, email)).map(({ subject }) => subject).filter((one) => !one.includes('receipt'));
  /** A team with five seats whose payer is its admin, and with this many members. */
  const startTeam = async (members: number) => {
    const payer = await at.app.createUser();
    const client = at.app.as(payer);
    const { body } = await client.call(calls.billing.createTeamSubscription, { name: 'Atlas', quantity: 5 });
    const sessionId = sessionOf(body.redirectUrl);
    await at.pay(sessionId);
    await client.call(calls.billing.checkSubscriptionSession, { sessionId });
    const { activeTeam: teamId = '' } = (await client.call(calls.session.getUser, {})).body;
    const others = [];
    for (let left = members; left > 0; left -= 1) {
      const user = await at.app.createUser();
      await at.app.as(user).call(calls.teams.joinTeam, { teamId });
      others.push(user);
    }
    const [row] = await at.app.db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
    const id = row!.providerId;
    const state = () => at.app.services.payments.readSubscription(id);
    return { payer, client, teamId, others, id, state };
  };
  const leave = (user: { id: string }, teamId: string) => at.app.as(user).call(calls.teams.leaveTeam, { teamId });

  it('can be left by a member, whose seat is free then, and who may rejoin by the link', async () => {
    const { client, teamId, others } = await startTeam(1);
    const [member] = others as [{ id: string; email: string }];
    expect((await leave(member, teamId)).status).toBe(200);
    const { body } = await at.app.as(member).call(calls.session.getUser, {});
    expect([body.activeTeam, body.subscriptionEndDate]).toEqual([undefined, undefined]);
    expect((await client.call(calls.teams.getTeam, { teamId })).body.members).toHaveLength(1);
    const { entries } = (await client.call(calls.teams.listTeamLog, { teamId })).body;
    expect(entries[0]).toMatchObject({ action: 'left', actor: { _id: member.id } });
    expect((await leave(member, teamId)).status).toBe(403);
    expect((await at.app.as(member).call(calls.teams.joinTeam, { teamId })).status).toBe(200);
  });

  it('keeps its last admin, and its plan stays unchanged', async () => {
    const { payer, teamId, state } = await startTeam(1);
    expect(await leave(payer, teamId)).toMatchObject({ status: 400, body: { code: 'last-admin' } });
    expect(await state()).toMatchObject({ status: 'active', cancelAtEnd: false });
  });

  it('says that its plan ends if it has changed while its payer was leaving, who stays its payer', async () => {
    const { payer, client, teamId, others, state } = await startTeam(1);
    const [admin] = others as [{ id: string; email: string }];
    const setAdmin = (is: boolean) => client.call(calls.teams.setTeamAdmin, { teamId, memberId: admin.id, admin: is });
    await setAdmin(true);
    const { payments } = at.app.services;
    // No worker has created the tables of tasks here.
    vi.spyOn(at.app.services, 'addToTask').mockResolvedValue();
    vi.spyOn(payments, 'handOver').mockImplementationOnce(async (...given) => {
      await payments.handOver(...given);
      await setAdmin(false);
    });
    expect(await leave(payer, teamId)).toMatchObject({ status: 409, body: { code: 'team-plan-ends' } });
    expect(await state()).toMatchObject({ status: 'active', cancelAtEnd: true });
    expect((await client.call(calls.teams.getTeam, { teamId })).body).toMatchObject({
      owner: payer.id,
      payer: payer.id,
      plan: { status: 'active', cancelAtEnd: true },
    });
    expect(await subjectsOf(admin)).toEqual(['You’re now an admin of your team on Atrium']);
    expect(await leave(payer, teamId)).toMatchObject({ status: 400, body: { code: 'last-admin' } });
  });

  it('is left once by a payer who asks twice', async () => {
    const { payer, client, teamId, others } = await startTeam(1);
    await client.call(calls.teams.transferOwnership, { teamId, memberId: others[0]!.id });
    const { payments } = at.app.services;
    let first: Awaited<ReturnType<typeof leave>> | undefined;
    vi.spyOn(payments, 'handOver').mockImplementationOnce(async (...given) => {
      await payments.handOver(...given);
      first = await leave(payer, teamId);
    });
    expect(await leave(payer, teamId)).toMatchObject({ status: 404, body: { code: 'unknown-member' } });
    expect(first?.status).toBe(200);
  });

  it.each(['leaves', 'is removed'])('charges a payer who %s no longer, and notifies the new owner', async (how) => {
    const { payer, client, teamId, others, state } = await startTeam(1);
    const [heir] = others as [{ id: string; email: string }];
    await client.call(calls.teams.transferOwnership, { teamId, memberId: heir.id });
    const { status } = await (how === 'leaves'
      ? leave(payer, teamId)
      : at.app.as(heir).call(calls.teams.removeMember, { teamId, memberId: payer.id }));
    expect(status).toBe(200);
    expect(await state()).toMatchObject({ status: 'active', cancelAtEnd: true });
    expect(await subjectsOf(heir)).toEqual([
      'You’re now an admin of your team on Atrium',
      'Your team on Atrium needs a new payment method',
    ]);
    expect(await subjectsOf(payer)).toEqual(how === 'leaves' ? [] : ['You were removed from a team on Atrium']);
    const team = (await at.app.as(heir).call(calls.teams.getTeam, { teamId })).body;
    expect(team).toMatchObject({ owner: heir.id, plan: { status: 'active', cancelAtEnd: true } });
    const endsFor = async (user: { id: string }) =>
      (await at.app.as(user).call(calls.teams.listTeams, {})).body.teams.map(({ planEnds }) => planEnds);
    expect(await endsFor(heir)).toEqual([team.plan?.endDate]);
    // Once it is resumed, or no longer theirs to resume, nobody is notified.
    const plan = eq(subscriptions.teamId, teamId);
    await at.app.db.update(subscriptions).set({ cancelAtEnd: false }).where(plan);
    expect(await endsFor(heir)).toEqual([undefined]);
  });

  it.each(['leaves', 'deletes their account'])('keeps no card of a payer who %s after the plan’s end', async (how) => {
    const { payer, client, teamId, others, id } = await startTeam(1);
    const [heir] = others as [{ id: string; email: string }];
    await client.call(calls.teams.transferOwnership, { teamId, memberId: heir.id });
    await at.app.services.payments.cancel(id);
    await at.app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.teamId, teamId));
    await (how === 'leaves' ? leave(payer, teamId) : endPayments(at.app.services, payer.id));
    const [customer] = await at.app.db.select().from(customers).where(eq(customers.teamId, teamId));
    const kept = at.stripe
      ? await at.stripe.act('customer', { customer: customer?.providerId })
      : { email: heir.email, cards: [customer?.card].filter(Boolean) };
    expect(kept).toEqual({ email: heir.email, cards: [] });
  });

  it('is closed by its owner: the plan ends at the provider, everybody is notified, and it is gone', async () => {
    const { payer, client, teamId, others, state } = await startTeam(2);
    const [admin, member] = others as [{ id: string; email: string }, { id: string; email: string }];
    await client.call(calls.teams.setTeamAdmin, { teamId, memberId: admin.id, admin: true });
    expect(await at.app.as(admin).call(calls.teams.closeTeam, { teamId })).toMatchObject({
      status: 403,
      body: { code: 'not-team-owner' },
    });
    expect(await state()).toMatchObject({ status: 'active' });
    expect((await client.call(calls.teams.closeTeam, { teamId })).status).toBe(200);
    // The local provider's ledger is deleted with the team.
    expect((await state())?.status ?? 'gone').toBe(name === 'stripe' ? 'canceled' : 'gone');
    for (const user of [payer, admin, member]) {
      expect((await at.app.as(user).call(calls.teams.listTeams, {})).body.teams).toEqual([]);
      const { body } = await at.app.as(user).call(calls.session.getUser, {});
      expect([body.activeTeam, body.subscriptionEndDate]).toEqual([undefined, undefined]);
    }
    expect(await subjectsOf(member)).toEqual(['Your team on Atrium was closed']);
    expect(await subjectsOf(payer)).toEqual([]);
  });

  it('stays if its provider cannot be reached, and closing it continues later', async () => {
    const { client, teamId, others } = await startTeam(1);
    const cancel = vi.spyOn(at.app.services.payments, 'cancel').mockRejectedValueOnce(new Error('away'));
    expect((await client.call(calls.teams.closeTeam, { teamId })).status).toBe(500);
    cancel.mockRestore();
    expect((await client.call(calls.teams.getTeam, { teamId })).body).toMatchObject({ plan: { status: 'active' } });
    expect(await subjectsOf(others[0]!)).toEqual([]);
    expect((await client.call(calls.teams.closeTeam, { teamId })).status).toBe(200);
    expect(await subjectsOf(others[0]!)).toEqual(['Your team on Atrium was closed']);
  });

  it('leaves no checkout behind that could be paid when it is closed', async () => {
    const { client, teamId, state } = await startTeam(0);
    const [row] = await at.app.db.select().from(subscriptions).where(eq(subscriptions.teamId, teamId));
    await at.app.services.payments.cancel(row!.providerId);
    await at.app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.teamId, teamId));
    const { body } = await client.call(calls.billing.renewTeamSubscription, { teamId, quantity: 2 });
    expect((await client.call(calls.teams.closeTeam, { teamId })).status).toBe(200);
    expect(await at.app.services.payments.readCheckout(sessionOf(body.redirectUrl))).toEqual({ status: 'expired' });
    expect((await state())?.status ?? 'gone').toBe(name === 'stripe' ? 'canceled' : 'gone');
  });

  /** A team whose plan has ended, with the page on which an admin who is not its last payer could renew it. */
  const openRenewal = async () => {
    const { payer, client, teamId, others, id } = await startTeam(1);
    const [buyer] = others as [{ id: string; email: string }];
    await client.call(calls.teams.setTeamAdmin, { teamId, memberId: buyer.id, admin: true });
    await at.app.services.payments.cancel(id);
    await at.app.db.update(subscriptions).set({ status: 'canceled' }).where(eq(subscriptions.teamId, teamId));
    const order = { teamId, quantity: 2 };
    const { body } = await at.app.as(buyer).call(calls.billing.renewTeamSubscription, order);
    return { payer, client, teamId, buyer, sessionId: sessionOf(body.redirectUrl) };
  };
  const plansOf = ({ id }: { id: string }) => at.app.db.$count(subscriptions, eq(subscriptions.userId, id));

  it.each(['leaves', 'is removed'])('can no longer be renewed at the open page of an admin who %s', async (how) => {
    const { client, teamId, buyer, sessionId } = await openRenewal();
    const { status } = await (how === 'leaves'
      ? leave(buyer, teamId)
      : client.call(calls.teams.removeMember, { teamId, memberId: buyer.id }));
    expect(status).toBe(200);
    await at.pay(sessionId);
    expect(await at.app.services.payments.readCheckout(sessionId)).toEqual({ status: 'expired' });
    expect(await plansOf(buyer)).toBe(0);
  });

  it('passes a renewal to another admin if its buyer has left before the payment arrives', async () => {
    const { payer, teamId, buyer, sessionId } = await openRenewal();
    const { payments } = at.app.services;
    vi.spyOn(payments, 'expireCheckout').mockResolvedValueOnce();
    vi.spyOn(payments, 'readCheckout').mockResolvedValueOnce({ status: 'pending' });
    expect((await leave(buyer, teamId)).status).toBe(200);
    await at.pay(sessionId);
    await confirmCheckout(at.app.services, sessionId);
    expect(await plansOf(buyer)).toBe(0);
    const team = (await at.app.as(payer).call(calls.teams.getTeam, { teamId })).body;
    expect(team).toMatchObject({ owner: payer.id, plan: { status: 'active', cancelAtEnd: true } });
  });

  it('keeps an open renewal of an admin who may not leave', async () => {
    const { payer, client, teamId, buyer, sessionId } = await openRenewal();
    await client.call(calls.teams.setTeamAdmin, { teamId, memberId: payer.id, admin: false });
    expect((await leave(buyer, teamId)).status).toBe(400);
    expect(await at.app.services.payments.readCheckout(sessionId)).toEqual({ status: 'open' });
  });

  /** What an admin does in the portal, and the passing of time. */
  const portal = () => {
    const { services } = at.app;
    const { database } = services;
    return {
      resume: (id: string) =>
        at.stripe?.act('cancel', { subscription: id, cancel: false }) ??
        setCancelAtEnd(database, id, false, services.now()),
      passTo: (id: string, end: Date) =>
        at.stripe?.act('clock', { now: end.getTime() / 1000 }) ??
        passTime(database, id, end.getTime() - services.now(), services.now()),
      useCard: async (id: string) =>
        at.stripe?.act('card', { customer: (await services.payments.readSubscription(id))?.customerId, pays: true }) ??
        setCard(database, id, testCard, services.now()),
    };
  };

  it('declines seats and a renewal after its payer has left, until another admin adds a card', async () => {
    const { payer, client, teamId, others, id, state } = await startTeam(1);
    const [heir] = others as [{ id: string; email: string }];
    await client.call(calls.teams.transferOwnership, { teamId, memberId: heir.id });
    await leave(payer, teamId);
    const order = () => at.app.as(heir).call(calls.billing.updateTeamSubscription, { teamId, quantity: 8 });
    expect((await order()).body).toEqual({ success: false });
    expect(await state()).toMatchObject({ quantity: 5 });
    const { resume, passTo, useCard } = portal();
    await resume(id);
    await passTo(id, (await state())!.end);
    expect(await state()).toMatchObject({ status: 'past_due' });
    await useCard(id);
    expect(await state()).toMatchObject({ status: 'active' });
  });
});
