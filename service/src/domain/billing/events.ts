import { and, eq, isNull } from 'drizzle-orm';
import type { PaymentEvent } from '../../ports/payments.ts';
import { paymentEvents, paymentSessions } from '../../db/schema/billing.ts';
import { confirmCheckout } from './confirm.ts';
import type { BillingServices } from './refunds.ts';
import { sendNotices } from './notices.ts';
import { syncSubscription } from './sync.ts';

const isOurs = async ({ database: { db }, payments }: BillingServices, sessionId: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.provider, payments.provider)));
  return row !== undefined;
};

/**
 * Reads the object of an event again from the provider. The event's own content is ignored, so its age and order do not
 * matter.
 */
const process = async (services: BillingServices, { subscriptionId, sessionId }: PaymentEvent): Promise<void> => {
  if (sessionId !== undefined && (await isOurs(services, sessionId))) await confirmCheckout(services, sessionId);
  if (subscriptionId === undefined) return;
  if (await syncSubscription(services, subscriptionId)) return sendNotices(services, subscriptionId);
  // The subscription is unknown here: the event of its checkout may arrive later, or never.
  const checkout = await services.payments.findCheckout(subscriptionId);
  if (checkout !== undefined && (await isOurs(services, checkout))) await confirmCheckout(services, checkout);
};

const ofEvent = ({ payments }: BillingServices, eventId: string) =>
  and(eq(paymentEvents.provider, payments.provider), eq(paymentEvents.eventId, eventId));

const finish = async (services: BillingServices, event: PaymentEvent): Promise<void> => {
  const { database, now } = services;
  await process(services, event);
  await database.db
    .update(paymentEvents)
    .set({ processedDate: new Date(now()) })
    .where(ofEvent(services, event.id));
};

/**
 * Stores a provider event in the ledger and processes it once. A repeated event is processed again only if that failed
 * before. Throws if processing fails; the event then stays in the ledger as unprocessed.
 */
export const applyEvent = async (services: BillingServices, event: PaymentEvent): Promise<void> => {
  const { db } = services.database;
  const { id: eventId, type } = event;
  const { provider } = services.payments;
  await db.insert(paymentEvents).values({ provider, eventId, type, payload: event }).onConflictDoNothing();
  const [open] = await db
    .select({ eventId: paymentEvents.eventId })
    .from(paymentEvents)
    .where(and(ofEvent(services, eventId), isNull(paymentEvents.processedDate)));
  if (open) await finish(services, event);
};

/**
 * Processes events that are still unprocessed in the ledger. One that fails does not stop those after it: the first error
 * is thrown at the end.
 */
export const applyPendingEvents = async (services: BillingServices, atMost: number): Promise<void> => {
  const pending = await services.database.db
    .select({ payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, services.payments.provider), isNull(paymentEvents.processedDate)))
    .orderBy(paymentEvents.receivedDate)
    .limit(atMost);
  const errors: unknown[] = [];
  for (const { payload } of pending) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `applyEvent` above has stored it
    await finish(services, payload as PaymentEvent).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
};
