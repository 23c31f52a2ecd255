import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Order } from '../../ports/payments.ts';
import { newId } from '../../db/id.ts';
import { paymentEvents, paymentSessions } from '../../db/schema/billing.ts';
import { confirmCheckout, markExpired } from './confirm.ts';
import { refreshOverdue } from './other-plans.ts';
import type { BillingServices } from './pay-back.ts';
import { alreadyPaid, findRunning, keyOf, type Subject } from './subject.ts';
import { DomainError } from '../domain-error.ts';

type Session = typeof paymentSessions.$inferSelect;
type CheckoutOrder = Omit<Order, 'key'> & Subject;

/** Milliseconds after which an opening counts as broken off. Where it was only slow, its page is ended unseen. */
const openingLasts = 30_000;
/** Milliseconds between looks at a checkout that another request opens, and how often one looks: for longer than that. */
const pollEvery = 100;
const pollsAtMost = 350;

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

/** Takes the place of the one checkout that the subject may have; none where somebody has it. */
const claim = async (services: BillingServices, order: CheckoutOrder) => {
  const { database, payments, now } = services;
  const id = `opening_${newId()}`;
  const taken = await database.db
    .insert(paymentSessions)
    .values({ ...rowOf(order), id, provider: payments.provider, status: 'opening', expires: new Date(now()) })
    .onConflictDoNothing()
    .returning({ id: paymentSessions.id });
  return taken.length > 0 ? id : undefined;
};

/** Frees the payer's slot. Nobody has the address of a page that is still being opened, so nothing is lost. */
const release = async ({ database: { db } }: BillingServices, id: string): Promise<void> => {
  await db.delete(paymentSessions).where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'opening')));
};

const holderOf = async ({ database: { db }, payments: { provider } }: BillingServices, order: CheckoutOrder) => {
  const [row] = await db
    .select({
      session: paymentSessions,
      stale: sql<boolean>`created_date < now() - make_interval(secs => ${openingLasts / 1000})`,
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

/** What the local provider was paid, and nobody has written down: the service ended in between. */
const settleLeft = async (services: BillingServices, order: CheckoutOrder): Promise<void> => {
  const { database, payments } = services;
  const settled = sql`exists (select 1 from ${paymentEvents} e where e.provider = ${payments.provider}
    and e.event_id = 'paid_' || ${paymentSessions.id})`;
  const left = await database.db
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
  for (const { id } of left) await confirmCheckout(services, id);
};

/** Opens the checkout whose place was taken; none where the place was lost meanwhile. */
const open = async (services: BillingServices, id: string, order: CheckoutOrder): Promise<string | undefined> => {
  const { database, payments, now } = services;
  try {
    await settleLeft(services, order);
    await refreshOverdue(services, order);
    // Looked at with the place held: what is paid from now on is seen here, or finds no checkout to be paid by.
    if (await findRunning(database.db, order, now())) throw alreadyPaid(order);
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

/** The page of the checkout that is open already, or none and the place is free: its order is not this one. */
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
 * The page on which the subject is paid. There is one at most, which a unique index holds: who asks for the same gets
 * the same page, who asks for something else takes its place. No connection is held while the provider is asked.
 */
export const openCheckout = async (services: BillingServices, order: CheckoutOrder): Promise<string> => {
  let replaced = false;
  for (let look = 0; look < pollsAtMost;) {
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
    // Two that take each other's place in turn would never end: the last to ask has it.
    if (replaced && !isSameOrder(session, order)) throw new DomainError('checkout-replaced');
    if (session.status === 'open') {
      const url = await reuse(services, session, order);
      if (url !== undefined) return url;
    } else if (stale || !isSameOrder(session, order)) await release(services, session.id);
    else {
      look += 1;
      await pause(pollEvery);
    }
  }
  throw busy();
};
