import { and, eq, isNull } from 'drizzle-orm';
import type { PaymentEvent } from '../../ports/payments.ts';
import { paymentEvents, paymentSessions } from '../../db/schema/billing.ts';
import { confirmCheckout } from './confirm.ts';
import type { BillingServices } from './pay-back.ts';
import { sendNotices } from './notices.ts';
import { syncSubscription } from './sync.ts';

const isOurs = async ({ database: { db }, payments }: BillingServices, sessionId: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.provider, payments.provider)));
  return row !== undefined;
};

/** Reads the object of an event anew from the provider. The event's own content is ignored, so its age and order do not matter. */
const process = async (services: BillingServices, { subscriptionId, sessionId }: PaymentEvent): Promise<void> => {
  if (sessionId !== undefined && (await isOurs(services, sessionId))) await confirmCheckout(services, sessionId);
  if (subscriptionId === undefined) return;
  if (await syncSubscription(services, subscriptionId)) return sendNotices(services, subscriptionId);
  // Not known yet: the event of its checkout is still to come, or never will.
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
 * Takes an event of the provider into the ledger and does what it asks for, once: told again it is done again only where
 * that had failed. Throws where it could not be done now; it stays in the ledger then.
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

/** Does what events in the ledger still ask for. */
export const applyLeftEvents = async (services: BillingServices, atMost: number): Promise<void> => {
  const left = await services.database.db
    .select({ payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, services.payments.provider), isNull(paymentEvents.processedDate)))
    .orderBy(paymentEvents.receivedDate)
    .limit(atMost);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `applyEvent` above has stored it
  for (const { payload } of left) await finish(services, payload as PaymentEvent);
};
