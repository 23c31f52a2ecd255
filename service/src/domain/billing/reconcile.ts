import { and, asc, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { confirmCheckout } from './confirm.ts';
import { applyPendingEvents } from './events.ts';
import { type BillingServices, listDue, issueRefund } from './refunds.ts';
import { endSuperseded } from './overdue-plans.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

interface ReconcileLog {
  error(details: object, message: string): void;
}

const hour = 60 * 60 * 1000;
/** The stored state is read again from the provider after this time, in milliseconds. */
const staleAfter = 24 * hour;
const batchSize = 500;

/** Paid checkouts without a recorded payment event, because the service stopped in between. */
const unsettled = and(
  eq(paymentSessions.status, 'paid'),
  sql`not exists (select 1 from payment_events e
    where e.provider = ${paymentSessions.provider} and e.event_id = 'paid_' || ${paymentSessions.id})`,
);

/** Checkouts that are still open or unrecorded: an event about their end may have been missed. */
const openCheckouts = ({ database: { db }, payments }: SyncServices) =>
  db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.provider, payments.provider), or(eq(paymentSessions.status, 'open'), unsettled)))
    .orderBy(asc(paymentSessions.createdDate))
    .limit(batchSize);

/** Subscriptions that should have been renewed by now, or were not read for a day. Ended ones cannot change. */
const possiblyStale = ({ database: { db }, payments, now }: SyncServices) =>
  db
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, payments.provider),
        ne(subscriptions.status, 'canceled'),
        or(lte(subscriptions.currentEnd, new Date(now())), lt(subscriptions.syncedDate, new Date(now() - staleAfter))),
      ),
    )
    .orderBy(asc(subscriptions.syncedDate))
    .limit(batchSize);

/** Reads from the provider what missed events should have reported. One failure does not stop the others. */
export const reconcile = async (services: BillingServices, log: ReconcileLog): Promise<void> => {
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'A payment could not be reconciled.');
    }
  };
  await attempt(() => applyPendingEvents(services, batchSize));
  for (const { id } of await openCheckouts(services)) await attempt(() => confirmCheckout(services, id));
  // Without provider events the ledger is our own and needs no comparison.
  if (services.payments.readEvent)
    for (const { id } of await possiblyStale(services)) await attempt(() => syncSubscription(services, id));
  await attempt(() => endSuperseded(services));
  for (const id of await listDue(services, batchSize)) await attempt(() => issueRefund(services, id));
};

/** Reconciliation as a job. It runs with every provider, because a request to any of them may have been interrupted. */
export const reconciliation = (services: BillingServices, log: ReconcileLog): Job => ({
  name: 'reconcile-payments',
  every: 'hour',
  run: () => reconcile(services, log),
});
