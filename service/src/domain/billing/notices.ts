import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import type { Mail } from '../../ports/mail.ts';
import type { Invoice } from '../../ports/payments.ts';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { billingNotices, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { paymentFailedMail, planEndsMail, receiptMail } from '../mail/billing.ts';
import type { PlanReader } from '../mail/plan-reader.ts';
import type { BillingServices } from './refunds.ts';

type Plan = typeof subscriptions.$inferSelect;

interface Log {
  error(details: object, message: string): void;
}

const day = 24 * 60 * 60 * 1000;
/** How long before the end of a plan its payer is notified, in milliseconds. */
const endsSoon = 7 * day;
const batchSize = 500;

/** The payer of a plan and, with `admins`, the admins of its team. */
const readersOf = async (
  tx: Tx,
  { userId, teamId }: Plan,
  origin: string,
  admins: boolean,
): Promise<readonly PlanReader[]> => {
  const managing = sql<boolean>`exists (select 1 from ${teamMembers} m
    where m.team_id = ${teamId} and m.user_id = ${users.id} and m.admin)`;
  const recipients = await tx
    .select({ to: users.email, firstName: users.firstName, admin: managing })
    .from(users)
    .where(admins && teamId !== null ? or(eq(users.id, userId), managing) : eq(users.id, userId));
  const [team] =
    teamId === null ? [] : await tx.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return recipients.map(({ admin, ...recipient }) => ({ ...recipient, team: team && { ...team, admin }, origin }));
};

/**
 * Sends the emails of `key` once, to all their recipients. The key is stored in the same transaction as the emails, so
 * nothing is sent twice, and an attempt that failed before the commit is repeated.
 */
const sendOnce = (
  { database, mail, config }: BillingServices,
  plan: Plan,
  { key, admins = false, write }: { key: string; admins?: boolean; write: (reader: PlanReader) => Mail },
): Promise<void> =>
  database.db.transaction(async (tx) => {
    const claimed = await tx.insert(billingNotices).values({ key }).onConflictDoNothing().returning();
    if (claimed.length === 0) return;
    for (const reader of await readersOf(tx, plan, config.origins[0], admins)) await mail.send(tx, write(reader));
  });

/** A receipt for each invoice that was paid since receipts began for this plan. */
const sendReceipts = async (services: BillingServices, plan: Plan, invoices: readonly Invoice[]): Promise<void> => {
  const { origins } = services.config;
  const paid = invoices.filter(
    ({ status, amount, created }) => status === 'paid' && amount > 0 && created >= plan.noticesFrom,
  );
  for (const { id, created: date, amount, currency, number, url } of paid.toReversed()) {
    const page = url === null ? undefined : new URL(url, origins[0]).href;
    const write = (reader: PlanReader) => receiptMail({ ...reader, amount, currency, number, date, url: page });
    await sendOnce(services, plan, { key: `receipt/${plan.provider}/${id}`, write });
  }
};

const sendFailure = async (services: BillingServices, plan: Plan, invoices: readonly Invoice[]): Promise<void> => {
  const { provider, providerId, currency, currentEnd } = plan;
  const unpaid = invoices.find(({ status }) => status === 'open');
  const stops = new Date(currentEnd.getTime() + subscriptionGrace);
  await sendOnce(services, plan, {
    key: `failed/${provider}/${unpaid?.id ?? `${providerId}/${currentEnd.toISOString()}`}`,
    admins: true,
    write: (reader) => paymentFailedMail({ ...reader, amount: unpaid?.amount, currency, stops }),
  });
};

const planOf = async ({ database: { db }, payments }: BillingServices, providerId: string) => {
  const [plan] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, payments.provider), eq(subscriptions.providerId, providerId)));
  return plan;
};

/** Sends the emails about a subscription: receipts, and a notice when a renewal was not paid. */
export const sendNotices = async (services: BillingServices, providerId: string): Promise<void> => {
  const plan = await planOf(services, providerId);
  if (!plan || plan.noticesDue === 0) return;
  const { invoices } = await services.payments.listInvoices([providerId]);
  await sendReceipts(services, plan, invoices);
  if (plan.status === 'past_due') await sendFailure(services, plan, invoices);
  // Notices that became due in the meantime stay due.
  await services.database.db
    .update(subscriptions)
    .set({ noticesDue: 0 })
    .where(and(eq(subscriptions.id, plan.id), eq(subscriptions.noticesDue, plan.noticesDue)));
};

/** Notifies the payers of plans that end within a week without renewal, each once. */
const sendEnds = async (services: BillingServices): Promise<void> => {
  const { database, payments, now } = services;
  const key = sql<string>`'ends/' || ${subscriptions.provider} || '/' || ${subscriptions.providerId} || '/'
    || extract(epoch from ${subscriptions.currentEnd})::bigint`;
  const rows = await database.db
    .select({ plan: subscriptions, key })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.status, 'active'),
        or(eq(subscriptions.cancelAtEnd, true), sql`${subscriptions.provider} <> ${payments.provider}`),
        gt(subscriptions.currentEnd, new Date(now())),
        lte(subscriptions.currentEnd, new Date(now() + endsSoon)),
        sql`not exists (select 1 from ${billingNotices} n where n.key = ${key})`,
      ),
    )
    .limit(batchSize);
  for (const { plan, key: own } of rows)
    await sendOnce(services, plan, {
      key: own,
      admins: true,
      write: (reader) => planEndsMail({ ...reader, end: plan.currentEnd }),
    });
};

/** Sends the notices that are due. One failure does not stop the others. */
export const sendDueNotices = async (services: BillingServices, log: Log): Promise<void> => {
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'An email about a payment could not be queued.');
    }
  };
  const due = await services.database.db
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, services.payments.provider), gt(subscriptions.noticesDue, 0)))
    .limit(batchSize);
  for (const { id } of due) await attempt(() => sendNotices(services, id));
  await attempt(() => sendEnds(services));
};

export const noticesJob = (services: BillingServices, log: Log): Job => ({
  name: 'send-billing-notices',
  every: 'quarter',
  run: () => sendDueNotices(services, log),
});
