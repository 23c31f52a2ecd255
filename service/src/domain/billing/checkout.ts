import { planFor } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, isNull } from 'drizzle-orm';
import type { Order } from '../../adapters/payments/port.ts';
import type { UserContext } from '../../calls/implement.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentSessions } from '../../db/schema/billing.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settle } from './settle.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

interface Place {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

interface Wish extends Place {
  readonly interval?: 'month' | 'year' | undefined;
  readonly quantity: number;
  readonly teamName?: string;
  /** The team that pays again. */
  readonly teamId?: string;
}

const keepPlace = async ({ database, sessions }: Services, user: Viewer, place: Place, symbol: string) => {
  const { countryCode, region, postal } = place;
  const known = Object.fromEntries(Object.entries({ countryCode, region, postal }).filter(([, value]) => value));
  await database.db
    .update(users)
    .set({ ...known, currencySymbol: symbol })
    .where(eq(users.id, user.id));
  sessions.forget(user.id);
};

const ownCheckouts = (userId: string, provider: string) =>
  and(eq(paymentSessions.userId, userId), eq(paymentSessions.provider, provider), eq(paymentSessions.status, 'open'));

const markExpired = async ({ db }: Pick<Services['database'], 'db'>, id: string): Promise<void> => {
  await db
    .update(paymentSessions)
    .set({ status: 'expired' })
    .where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'open')));
};

const buyers = async ({ db }: Services['database'], id: string): Promise<readonly string[]> => {
  const rows = await db
    .select({ userId: paymentSessions.userId })
    .from(paymentSessions)
    .where(eq(paymentSessions.id, id));
  return rows.map(({ userId }) => userId);
};

/** Two checkouts of one person that are both paid would be two plans: the one before ends. */
const expireOthers = async ({ database: { db }, payments }: Services, userId: string): Promise<void> => {
  const personal = and(
    ownCheckouts(userId, payments.provider),
    isNull(paymentSessions.teamName),
    isNull(paymentSessions.teamId),
  );
  const open = await db.select({ id: paymentSessions.id }).from(paymentSessions).where(personal);
  for (const { id } of open) await endCheckout({ database: { db }, payments }, id);
};

/** Ends a checkout at its provider, and here where it was open still. */
const endCheckout = async (
  { database: { db }, payments }: { database: Pick<Services['database'], 'db'>; payments: Services['payments'] },
  id: string,
): Promise<void> => {
  await payments.expireCheckout(id);
  if ((await payments.readCheckout(id)).status === 'expired') await markExpired({ db }, id);
};

const customerFor = async ({ database: { db }, payments }: Services, userId: string, wish: Wish) => {
  if (wish.teamName !== undefined) return undefined;
  const payer =
    wish.teamId === undefined
      ? and(eq(customers.userId, userId), isNull(customers.teamId))
      : eq(customers.teamId, wish.teamId);
  const [known] = await db
    .select({ id: customers.providerId })
    .from(customers)
    .where(and(eq(customers.provider, payments.provider), payer));
  return known?.id;
};

/** Opens a checkout; the price follows the country, which the proxy in front knows better than the browser. */
export const startCheckout = async (
  { services, user, country, origin }: UserContext,
  { interval = 'month', quantity, teamName, teamId, ...place }: Wish,
): Promise<{ redirectUrl: string }> => {
  const { payments, database } = services;
  const countryCode = country ?? (place.countryCode?.toUpperCase() || undefined) ?? user.countryCode ?? undefined;
  const plan = planFor(countryCode);
  const wish = {
    quantity,
    ...(teamName === undefined ? {} : { teamName }),
    ...(teamId === undefined ? {} : { teamId }),
  };
  const customerId = await customerFor(services, user.id, wish);
  const order: Order = {
    userId: user.id,
    email: user.email,
    interval,
    quantity,
    origin,
    unitAmount: interval === 'year' ? plan.yearly : plan.monthly,
    currency: plan.currency,
    ...(teamName === undefined ? {} : { teamName }),
    ...(customerId === undefined ? {} : { customerId }),
  };
  await keepPlace(services, user, { ...place, countryCode }, plan.symbol);
  if (teamName === undefined && teamId === undefined) await expireOthers(services, user.id);
  const { sessionId, redirectUrl, expires } = await payments.openCheckout(order);
  await database.db.insert(paymentSessions).values({
    id: sessionId,
    provider: payments.provider,
    userId: user.id,
    interval,
    quantity,
    expires,
    unitAmount: order.unitAmount,
    currency: order.currency,
    teamName: teamName ?? null,
    teamId: teamId ?? null,
  });
  return { redirectUrl };
};

/** Throws 404 unless the checkout is the user's own. */
export const requireOwnCheckout = async ({ services, user }: UserContext, sessionId: string): Promise<void> => {
  const [own] = await services.database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.userId, user.id)));
  if (!own) throw notFound('There is no such payment.');
};

/** Ends the checkout that the user turned away from. A paid one stays paid. */
export const expireCheckout = async (context: UserContext, sessionId: string): Promise<void> => {
  await requireOwnCheckout(context, sessionId);
  await endCheckout(context.services, sessionId);
};

/** Ends every checkout of the user that is open. */
export const expireCheckouts = async (services: Services, userId: string): Promise<void> => {
  const { database, payments } = services;
  const open = await database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(ownCheckouts(userId, payments.provider));
  for (const { id } of open) await endCheckout(services, id);
};

/** Asks the provider how the checkout ended and writes what it bought; true once it is paid. */
export const confirmCheckout = async (services: SyncServices, sessionId: string): Promise<boolean> => {
  const { database, payments, sessions } = services;
  const state = await payments.readCheckout(sessionId);
  if (state.status === 'expired') await markExpired(database, sessionId);
  if (state.status !== 'paid') return false;
  await settle(database, state.purchase);
  // What it bought is told as it is when it is asked; what is known already may be older.
  await syncSubscription(services, state.purchase.subscriptionId);
  for (const userId of await buyers(database, sessionId)) sessions.forget(userId);
  return true;
};
