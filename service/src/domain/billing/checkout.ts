import { planFor } from '@atrium/shared-kernel/contracts/constants';
import { and, eq } from 'drizzle-orm';
import type { Order } from '../../adapters/payments/port.ts';
import type { UserContext } from '../../calls/implement.ts';
import { users } from '../../db/schema/accounts.ts';
import { paymentSessions } from '../../db/schema/billing.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { settle } from './settle.ts';

interface Place {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

interface Wish extends Place {
  readonly interval?: 'month' | 'year' | undefined;
  readonly quantity: number;
  readonly teamName?: string;
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

/** Opens a checkout; the price follows the country, which the proxy in front knows better than the browser. */
export const startCheckout = async (
  { services, user, country }: UserContext,
  { interval = 'month', quantity, teamName, ...place }: Wish,
): Promise<{ redirectUrl: string }> => {
  const countryCode = country ?? (place.countryCode?.toUpperCase() || undefined) ?? user.countryCode ?? undefined;
  const plan = planFor(countryCode);
  const order: Order = {
    userId: user.id,
    email: user.email,
    interval,
    quantity,
    unitAmount: interval === 'year' ? plan.yearly : plan.monthly,
    currency: plan.currency,
    ...(teamName === undefined ? {} : { teamName }),
  };
  await keepPlace(services, user, { ...place, countryCode }, plan.symbol);
  const { sessionId, redirectUrl, expires } = await services.payments.openCheckout(order);
  await services.database.db.insert(paymentSessions).values({
    id: sessionId,
    provider: services.payments.provider,
    userId: user.id,
    interval,
    quantity,
    expires,
    unitAmount: order.unitAmount,
    currency: order.currency,
    teamName: teamName ?? null,
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

/** Asks the provider how the checkout ended and writes what it bought; true once it is paid. */
export const confirmCheckout = async (
  { database, payments, sessions }: Pick<Services, 'database' | 'payments' | 'sessions'>,
  userId: string,
  sessionId: string,
): Promise<boolean> => {
  const state = await payments.readCheckout(sessionId);
  if (state.status !== 'paid') return false;
  await settle(database, state.purchase);
  sessions.forget(userId);
  return true;
};
