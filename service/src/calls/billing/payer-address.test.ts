import { auth, session, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphileJobs } from '../../adapters/jobs/graphile.ts';
import { users } from '../../db/schema/accounts.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { issueLink } from '../../domain/accounts/email-hashes.ts';
import { payerAddresses } from '../../domain/billing/payer-address.ts';
import type { RunningJobs } from '../../ports/jobs.ts';
import { createTeam } from '../../testing/teams.ts';
import { createStripeApp, type StripeApp } from '../../testing/stripe-app.ts';

let at: StripeApp;
let jobs: RunningJobs;
const log = { error: vi.fn(), warn: vi.fn() };
beforeAll(async () => {
  at = await createStripeApp(Date.parse('2027-01-30T09:30:00Z'));
  const { services } = at.app;
  jobs = await graphileJobs(services.database.pool, log)([], [payerAddresses(services)]);
});
afterAll(async () => {
  await jobs.close();
  await at.close();
});

const changeAddress = async ({ id: userId }: { id: string }, newEmail: string) => {
  const changeHash = await at.app.db.transaction((tx) =>
    issueLink(tx, { userId, kind: 'change', newEmail, now: at.now() }),
  );
  const { status } = await at.app.visitor.call(auth.changeWithHash, { changeHash, newEmail });
  expect(status).toBe(200);
};
const addressAtStripe = async (customer: string) => (await at.stripe.act('customer', { customer }))['email'];

describe('the address of a payer at Stripe', () => {
  it.each([undefined, 5])('follows that of the account (seats: %s)', async (seats) => {
    const { user } = await at.buy(seats);
    const { customer } = await at.idsOf(user.id);
    expect(await addressAtStripe(customer)).toBe(user.email);
    await changeAddress(user, `new-${user.email}`);
    await vi.waitFor(async () => expect(await addressAtStripe(customer)).toBe(`new-${user.email}`), 10_000);
  });

  it('is the last of two changes, once Stripe can be reached again', async () => {
    const { user } = await at.buy();
    const { customer } = await at.idsOf(user.id);
    const setEmail = vi.spyOn(at.app.services.payments, 'setEmail').mockRejectedValueOnce(new Error('Stripe is down.'));
    await changeAddress(user, `second-${user.email}`);
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 10_000);
    expect(await addressAtStripe(customer)).toBe(user.email);
    setEmail.mockRestore();
    await changeAddress(user, `third-${user.email}`);
    await vi.waitFor(async () => expect(await addressAtStripe(customer)).toBe(`third-${user.email}`), 10_000);
  });

  it.each([
    [
      'the team has just changed',
      (admin: { id: string }) =>
        at.app.db.update(teamMembers).set({ admin: false }).where(eq(teamMembers.userId, admin.id)),
    ],
    ['Stripe has failed meanwhile', () => Promise.reject(new Error('Stripe is down.'))],
  ])('returns to a payer who could not leave their team, as %s', async (_, meanwhile) => {
    const { user } = await at.buy(5);
    const { customer } = await at.idsOf(user.id);
    const { activeTeam: teamId = '' } = (await at.app.as(user).call(session.getUser, {})).body;
    const admin = await at.app.createUser();
    await at.app.db.insert(teamMembers).values({ teamId, userId: admin.id, paid: true, admin: true });
    const { payments } = at.app.services;
    vi.spyOn(payments, 'handOver').mockImplementationOnce(async (...given) => {
      await payments.handOver(...given);
      expect(await addressAtStripe(customer)).toBe(admin.email);
      await meanwhile(admin);
    });
    expect((await at.app.as(user).call(teams.leaveTeam, { teamId })).status).toBeGreaterThanOrEqual(400);
    await vi.waitFor(async () => expect(await addressAtStripe(customer)).toBe(user.email), 10_000);
  });

  it('of others stays, and nothing is sent for users who pay for nothing', async () => {
    const { user } = await at.buy();
    const { customer } = await at.idsOf(user.id);
    const { member } = await createTeam(at.app);
    const setEmail = vi.spyOn(at.app.services.payments, 'setEmail');
    const other = await member();
    await changeAddress(other, `elsewhere-${other.id}@example.test`);
    const [row] = await at.app.db.select({ email: users.email }).from(users).where(eq(users.id, other.id));
    expect(row?.email).toBe(`elsewhere-${other.id}@example.test`);
    const { rows } = await at.app.services.database.pool.query(
      `select 1 from graphile_worker._private_jobs where payload->>'userId' = $1`,
      [other.id],
    );
    expect(rows).toEqual([]);
    expect(setEmail).not.toHaveBeenCalled();
    expect(await addressAtStripe(customer)).toBe(user.email);
  });
});
