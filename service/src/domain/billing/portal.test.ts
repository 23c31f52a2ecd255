import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { openPortal } from './portal.ts';
import { findPlan } from './subscriptions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const origin = 'http://atrium.test';
const provider = (page: { redirectUrl: string } | undefined) =>
  vi.spyOn(app.services.payments, 'openPortal').mockResolvedValue(page);

it('the portal opens for the payer’s customer, and names the team if a team pays', async () => {
  const { id: userId } = await app.createUser({ premium: true });
  const { teamId } = await createTeam(app);
  const page = { redirectUrl: '/portal' };
  const open = provider(page);
  for (const payer of [{ userId }, { teamId }]) expect(await openPortal(app.services, payer, origin)).toEqual(page);
  const [own, teams] = [await findPlan(app.db, 'local', { userId }), await findPlan(app.db, 'local', { teamId })];
  expect(open.mock.calls).toStrictEqual([
    [{ customerId: own!.payerId, origin }],
    [{ customerId: teams!.payerId, origin, teamId }],
  ]);
});

it('there is no portal if the configured provider has no plan or no such customer', async () => {
  const { id: userId } = await app.createUser({ premium: true });
  const none = { code: 'nothing-to-manage' };
  const open = provider(undefined);
  await expect(openPortal(app.services, { userId }, origin)).rejects.toMatchObject(none);
  expect(open).toHaveBeenCalledOnce();
  open.mockResolvedValue({ redirectUrl: '/portal' });
  await app.db.update(subscriptions).set({ provider: 'stripe' }).where(eq(subscriptions.userId, userId));
  await expect(openPortal(app.services, { userId }, origin)).rejects.toMatchObject(none);
  expect(open).toHaveBeenCalledOnce();
});
