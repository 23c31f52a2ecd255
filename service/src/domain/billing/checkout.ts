import { planFor } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentSessions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import type { CheckoutState } from '../../ports/payments.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settleState } from './confirm.ts';
import { openCheckout } from './open-checkout.ts';
import type { BillingServices } from './refunds.ts';
import type { SyncServices } from './sync.ts';
import { DomainError } from '../domain-error.ts';

interface BillingLocation {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

interface CheckoutRequest extends BillingLocation {
  readonly interval?: 'month' | 'year' | undefined;
  readonly quantity: number;
  readonly teamName?: string;
  /** An existing team that subscribes again. */
  readonly teamId?: string;
}

/** The user who pays, and the country they pay from. */
export interface Buyer {
  readonly services: BillingServices;
  readonly user: Viewer;
  readonly country: string | undefined;
  /** The origin that the provider's page returns to. */
  readonly origin: string;
}

const storeLocation = async (
  { database, sessions }: BillingServices,
  user: Viewer,
  location: BillingLocation,
  symbol: string,
) => {
  const { countryCode, region, postal } = location;
  const known = Object.fromEntries(Object.entries({ countryCode, region, postal }).filter(([, value]) => value));
  await database.db
    .update(users)
    .set({ ...known, currencySymbol: symbol })
    .where(eq(users.id, user.id));
  sessions.forget(user.id);
};

const customerFor = async (
  { database: { db }, payments }: BillingServices,
  userId: string,
  request: CheckoutRequest,
) => {
  if (request.teamName !== undefined) return undefined;
  const payer =
    request.teamId === undefined
      ? and(eq(customers.userId, userId), isNull(customers.teamId))
      : eq(customers.teamId, request.teamId);
  const [known] = await db
    .select({ id: customers.providerId })
    .from(customers)
    .where(and(eq(customers.provider, payments.provider), payer));
  return known?.id;
};

const nameOf = async ({ database: { db } }: BillingServices, teamId: string): Promise<string | undefined> => {
  const [team] = await db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return team?.name;
};

/**
 * Opens a checkout. The price depends on the country; the one from the proxy is more reliable than the one from the
 * browser.
 */
export const startCheckout = async (
  { services, user, country, origin }: Buyer,
  { interval = 'month', ...request }: CheckoutRequest,
): Promise<{ redirectUrl: string }> => {
  const { quantity, teamName, teamId, ...location } = request;
  const countryCode = country ?? (location.countryCode?.toUpperCase() || undefined) ?? user.countryCode ?? undefined;
  const plan = planFor(countryCode);
  const customerId = await customerFor(services, user.id, request);
  const team = teamName ?? (teamId === undefined ? undefined : await nameOf(services, teamId));
  await storeLocation(services, user, { ...location, countryCode }, plan.symbol);
  const redirectUrl = await openCheckout(services, {
    userId: user.id,
    email: user.email,
    interval,
    quantity,
    origin,
    unitAmount: interval === 'year' ? plan.yearly : plan.monthly,
    currency: plan.currency,
    ...(team === undefined ? {} : { teamName: team }),
    ...(teamId === undefined ? {} : { teamId }),
    ...(customerId === undefined ? {} : { customerId }),
  });
  return { redirectUrl };
};

type OwnCheckout = { readonly services: SyncServices; readonly user: Pick<Viewer, 'id'> };

/** Fails with `unknown-payment` unless the checkout belongs to the user. */
export const requireOwnCheckout = async ({ services, user }: OwnCheckout, sessionId: string): Promise<void> => {
  const [own] = await services.database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.userId, user.id)));
  if (!own) throw new DomainError('unknown-payment');
};

/** Expires a checkout at its provider and then here. If it was paid in the meantime, it is settled instead. */
const endCheckout = async (services: SyncServices, id: string): Promise<CheckoutState['status']> => {
  await services.payments.expireCheckout(id);
  return settleState(services, id);
};

/** Expires a checkout that the user left. One that was paid in the meantime stays paid. */
export const expireCheckout = async (payer: OwnCheckout, sessionId: string): Promise<void> => {
  await requireOwnCheckout(payer, sessionId);
  await endCheckout(payer.services, sessionId);
};

/**
 * Expires all open checkouts that match `of`, such as those of a user or a team. One that was paid just before is
 * settled. True if a payment is on its way: it can arrive days later and then starts a plan.
 */
export const expireCheckouts = async (services: SyncServices, of: SQL): Promise<boolean> => {
  const { database, payments } = services;
  const mine = and(of, eq(paymentSessions.provider, payments.provider));
  // A request that is still opening a checkout then finds its slot gone and expires what it opened.
  await database.db.delete(paymentSessions).where(and(mine, eq(paymentSessions.status, 'opening')));
  const open = await database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(mine, eq(paymentSessions.status, 'open')));
  let pending = false;
  for (const { id } of open) if ((await endCheckout(services, id)) === 'pending') pending = true;
  return pending;
};

/** Expires all open checkouts that match `of`. Fails with `payment-pending` if a payment is on its way. */
export const requireNoCheckouts = async (services: SyncServices, of: SQL): Promise<void> => {
  if (await expireCheckouts(services, of)) throw new DomainError('payment-pending');
};
