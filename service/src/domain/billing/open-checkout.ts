import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Order } from '../../ports/payments.ts';
import { newId } from '../../db/id.ts';
import { paymentEvents, paymentSessions } from '../../db/schema/billing.ts';
import { confirmCheckout, markExpired } from './confirm.ts';
import { refreshOverdue } from './overdue-plans.ts';
import type { BillingServices } from './refunds.ts';
import { requireSeats } from './seats.ts';
import { alreadyPaid, findRunning, keyOf, type Subject } from './subject.ts';
import { lockTeam } from '../teams/lock-team.ts';
import { DomainError } from '../domain-error.ts';

type Session = typeof paymentSessions.$inferSelect;
type CheckoutOrder = Omit<Order, 'key'> & Subject;

/**
 * Milliseconds after which an opening counts as abandoned. If it was only slow, its page is expired before anybody sees
 * it.
 */
const openingTimeout = 30_000;
/**
 * Milliseconds between polls of a checkout that another request is opening, and the number of polls. Together they
 * outlast `openingTimeout`.
 */
const pollInterval = 100;
const maxPolls = 350;

const busy = () => new DomainError('checkout-opening');

const rowOf = ({ userId, interval, quantity, unitAmount, currency, teamId, teamName }: CheckoutOrder) => ({
  userId,
  interval,
  quantity,
  unitAmount,
  currency,
  teamId: teamId ?? null,
  teamName: teamName ?? null,
});

const isSameOrder = (session: Session, order: CheckoutOrder): boolean =>
  Object.entries(rowOf(order)).every(([name, value]) => Reflect.get(session, name) === value);

/** Claims the slot of the one checkout that the subject may have; undefined if it is occupied. */
const claim = async (services: BillingServices, order: CheckoutOrder) => {
  const { database, payments, now } = services;
  const id = `opening_${newId()}`;
  const claimed = await database.db
    .insert(paymentSessions)
    .values({ ...rowOf(order), id, provider: payments.provider, status: 'opening', expires: new Date(now()) })
    .onConflictDoNothing()
    .returning({ id: paymentSessions.id });
  return claimed.length > 0 ? id : undefined;
};

/** Frees the slot. Nobody has the URL of a page that is still being opened, so nothing is lost. */
const release = async ({ database: { db } }: BillingServices, id: string): Promise<void> => {
  await db.delete(paymentSessions).where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'opening')));
};

const holderOf = async ({ database: { db }, payments: { provider } }: BillingServices, order: CheckoutOrder) => {
  const [row] = await db
    .select({
      session: paymentSessions,
      stale: sql<boolean>`created_date < now() - make_interval(secs => ${openingTimeout / 1000})`,
    })
    .from(paymentSessions)
    .where(
      and(
        eq(paymentSessions.provider, provider),
        eq(paymentSessions.subject, keyOf(order)),
        inArray(paymentSessions.status, ['opening', 'open']),
      ),
    );
  return row;
};

/** Settles payments to the local provider that were never recorded because the service stopped in between. */
const settleUnrecorded = async (services: BillingServices, order: CheckoutOrder): Promise<void> => {
  const { database, payments } = services;
  const settled = sql`exists (select 1 from ${paymentEvents} e where e.provider = ${payments.provider}
    and e.event_id = 'paid_' || ${paymentSessions.id})`;
  const unrecorded = await database.db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(
      and(
        eq(paymentSessions.provider, payments.provider),
        eq(paymentSessions.subject, keyOf(order)),
        eq(paymentSessions.status, 'paid'),
        sql`not ${settled}`,
      ),
    );
  for (const { id } of unrecorded) await confirmCheckout(services, id);
};

/**
 * Counts the occupied seats of a team that renews again. Whoever joins after this sees the claimed slot, and whoever was
 * joining before it is counted, so that nobody gets a seat that the renewal does not pay for.
 */
const requireTeamSeats = async ({ database: { db } }: BillingServices, order: CheckoutOrder): Promise<void> => {
  const { teamId, quantity } = order;
  if (!teamId) return;
  await db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    await requireSeats(tx, { teamId, quantity });
  });
};

/** Opens the checkout of a claimed slot; undefined if the slot was lost in the meantime. */
const open = async (services: BillingServices, id: string, order: CheckoutOrder): Promise<string | undefined> => {
  const { database, payments, now } = services;
  try {
    await settleUnrecorded(services, order);
    await refreshOverdue(services, order);
    // Checked while the slot is held: a payment is either seen here, or has no open checkout left to complete.
    if (await findRunning(database.db, order, now())) throw alreadyPaid(order);
    await requireTeamSeats(services, order);
    const { sessionId, redirectUrl: url, expires } = await payments.openCheckout({ ...order, key: id });
    const opened = await database.db
      .update(paymentSessions)
      .set({ id: sessionId, url, expires, status: 'open' })
      .where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'opening')))
      .returning({ id: paymentSessions.id });
    if (opened.length > 0) return url;
    await payments.expireCheckout(sessionId);
    return undefined;
  } catch (error) {
    await release(services, id);
    throw error;
  }
};

/** The URL of the open checkout if its order is the same. Undefined if it has expired, so that the slot is free. */
const reuse = async (
  services: BillingServices,
  session: Session,
  order: CheckoutOrder,
): Promise<string | undefined> => {
  const { payments, database } = services;
  const same = isSameOrder(session, order) && session.url !== null;
  if (!same) await payments.expireCheckout(session.id);
  const { status } = await payments.readCheckout(session.id);
  if (status === 'paid') {
    await confirmCheckout(services, session.id);
    throw alreadyPaid(order);
  }
  if (status === 'pending') throw new DomainError('payment-pending');
  if (status === 'open' && session.url !== null && same) return session.url;
  if (status === 'open') throw busy();
  await markExpired(database, session.id);
  return undefined;
};

/**
 * The URL of the subject's payment page. A unique index allows one open checkout per subject: the same order gets the
 * same page, a different order replaces it. No database connection is held while the provider is called.
 */
export const openCheckout = async (services: BillingServices, order: CheckoutOrder): Promise<string> => {
  let replaced = false;
  for (let polls = 0; polls < maxPolls;) {
    const id = await claim(services, order);
    if (id !== undefined) {
      const url = await open(services, id, order);
      if (url !== undefined) return url;
      replaced = true;
      continue;
    }
    const holder = await holderOf(services, order);
    if (!holder) continue;
    const { session, stale } = holder;
    // Two requests that replaced each other in turn would never end: the later one wins.
    if (replaced && !isSameOrder(session, order)) throw new DomainError('checkout-replaced');
    if (session.status === 'open') {
      const url = await reuse(services, session, order);
      if (url !== undefined) return url;
    } else if (stale || !isSameOrder(session, order)) await release(services, session.id);
    else {
      polls += 1;
      await pause(pollInterval);
    }
  }
  throw busy();
};
