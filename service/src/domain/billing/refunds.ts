import { and, asc, eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { refunds } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import type { Parts } from '../parts.ts';
import { findMember } from '../teams/lock-team.ts';
import { secondPaymentMail } from '../mail/second-payment.ts';
import type { SyncServices } from './sync.ts';

/** What a refund needs: the provider, the ledger, and the email to the payer. */
export type BillingServices = SyncServices &
  Pick<Parts, 'mail'> & { readonly config: Pick<Parts['config'], 'origins'> };

const dueOf = (provider: string, sessionId: string) =>
  and(eq(refunds.provider, provider), eq(refunds.sessionId, sessionId), eq(refunds.status, 'due'));

/**
 * Refunds a duplicate payment and notifies the payer, once. It is safe to repeat and resumes after an interruption.
 * Does nothing if no refund is due.
 */
export const issueRefund = async (services: BillingServices, sessionId: string): Promise<void> => {
  const { database, payments, mail, config, now } = services;
  const due = dueOf(payments.provider, sessionId);
  const [entry] = await database.db.select().from(refunds).where(due);
  if (!entry) return;
  const remaining = entry.keptId === null ? undefined : await payments.readSubscription(entry.keptId);
  const { refunded, credited, url } = await payments.refund(entry.subscriptionId, remaining?.customerId);
  await database.db.transaction(async (tx) => {
    const done = { status: 'done' as const, refunded, credited, url, doneDate: new Date(now()) };
    const finished = await tx.update(refunds).set(done).where(due).returning({ id: refunds.sessionId });
    if (finished.length === 0 || refunded + credited === 0) return;
    const [payer] = await tx
      .select({ to: users.email, firstName: users.firstName })
      .from(users)
      .where(eq(users.id, entry.userId));
    // A payer who deleted their account has no email address here any more.
    if (!payer) return;
    const [team] = await tx
      .select({ id: teams.id, name: teams.name })
      .from(teams)
      .where(eq(teams.id, entry.teamId ?? ''));
    const admin = team !== undefined && (await findMember(tx, team.id, entry.userId))?.admin === true;
    const [origin] = config.origins;
    const { currency } = entry;
    const reader = { ...payer, origin, team: team && { ...team, admin } };
    await mail.send(tx, secondPaymentMail({ ...reader, refunded, credited, currency }));
  });
};

/** Whether the checkout paid for something that was already paid for. */
export const isSecondPayment = async ({ database, payments }: SyncServices, sessionId: string): Promise<boolean> =>
  (await database.db.$count(refunds, and(eq(refunds.provider, payments.provider), eq(refunds.sessionId, sessionId)))) >
  0;

/** Session ids of checkouts whose payment is still to be refunded. */
export const listDue = async ({ database: { db }, payments }: SyncServices, atMost: number): Promise<string[]> => {
  const rows = await db
    .select({ id: refunds.sessionId })
    .from(refunds)
    .where(and(eq(refunds.provider, payments.provider), eq(refunds.status, 'due')))
    .orderBy(asc(refunds.createdDate))
    .limit(atMost);
  return rows.map(({ id }) => id);
};
