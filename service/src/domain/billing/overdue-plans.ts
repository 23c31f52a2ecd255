import { and, eq, exists, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { subscriptions } from '../../db/schema/billing.ts';
import { plansOf, type Subject } from './subject.ts';
import { syncSubscription, type SyncServices } from './sync.ts';

/** Reads a plan again from the provider. One that the provider does not know has ended. */
export const refreshPlan = async (services: SyncServices, id: string): Promise<void> => {
  const { database, payments } = services;
  if (await payments.readSubscription(id)) await syncSubscription(services, id);
  else
    await database.db
      .update(subscriptions)
      .set({ status: 'canceled' })
      .where(and(eq(subscriptions.provider, payments.provider), eq(subscriptions.providerId, id)));
};

/** Reads overdue plans again from the provider. Whether they still run decides what may be bought. */
export const refreshOverdue = async (services: SyncServices, subject: Subject): Promise<void> => {
  const { database, payments, now } = services;
  const { provider } = payments;
  const overdue = await database.db
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(
      and(
        plansOf(subject),
        eq(subscriptions.provider, provider),
        ne(subscriptions.status, 'canceled'),
        lte(subscriptions.currentEnd, new Date(now())),
      ),
    );
  for (const { id } of overdue) await refreshPlan(services, id);
};

/**
 * Ends plans with an unpaid renewal if the same payer has bought a later plan. Otherwise the provider would keep trying
 * to collect and could charge for both.
 */
export const endSuperseded = async (services: SyncServices, subject?: Subject): Promise<void> => {
  const { database, payments } = services;
  const later = alias(subscriptions, 'later');
  const samePayer = or(
    eq(later.teamId, subscriptions.teamId),
    and(isNull(later.teamId), isNull(subscriptions.teamId), eq(later.userId, subscriptions.userId)),
  );
  const replaced = database.db
    .select({ one: sql`1` })
    .from(later)
    .where(and(samePayer, eq(later.status, 'active'), gt(later.createdDate, subscriptions.createdDate)));
  const rows = await database.db
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, payments.provider),
        eq(subscriptions.status, 'past_due'),
        subject && plansOf(subject),
        exists(replaced),
      ),
    );
  for (const { id } of rows) {
    await payments.cancel(id);
    await syncSubscription(services, id);
  }
};
