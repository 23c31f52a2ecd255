import { planFor } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentSessions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settleCheckout } from './confirm.ts';
import { openCheckout } from './open-checkout.ts';
import type { BillingServices } from './pay-back.ts';
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
  /** The team that pays again. */
  readonly teamId?: string;
}

/** Who pays, and where. */
export interface Buyer {
  readonly services: BillingServices;
  readonly user: Viewer;
  readonly country: string | undefined;
  /** Where the provider sends them back to. */
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

/** Opens a checkout; the price follows the country, which the proxy in front knows better than the browser. */
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

/** Throws 404 unless the checkout is the user's own. */
export const requireOwnCheckout = async ({ services, user }: OwnCheckout, sessionId: string): Promise<void> => {
  const [own] = await services.database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.userId, user.id)));
  if (!own) throw new DomainError('unknown-payment');
};

/** Ends a checkout at its provider, and here where it was open still. A paid one stays paid, and is settled. */
const endCheckout = async (services: SyncServices, id: string): Promise<void> => {
  await services.payments.expireCheckout(id);
  await settleCheckout(services, id);
};

/** Ends the checkout that the user turned away from. A paid one stays paid. */
export const expireCheckout = async (payer: OwnCheckout, sessionId: string): Promise<void> => {
  await requireOwnCheckout(payer, sessionId);
  await endCheckout(payer.services, sessionId);
};

/** Ends every such checkout that could be paid, as of a user or for a team; what was paid just before is settled. */
export const expireCheckouts = async (services: SyncServices, of: SQL): Promise<void> => {
  const { database, payments } = services;
  const mine = and(of, eq(paymentSessions.provider, payments.provider));
  // A request that is opening one finds its slot taken, and expires the checkout it opened.
  await database.db.delete(paymentSessions).where(and(mine, eq(paymentSessions.status, 'opening')));
  const open = await database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(mine, eq(paymentSessions.status, 'open')));
  for (const { id } of open) await endCheckout(services, id);
};
