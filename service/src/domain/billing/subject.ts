import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { DomainError } from '../domain-error.ts';

/** What a user pays for: an existing team, a new team, or their own plan. */
export interface Subject {
  readonly userId: string;
  readonly teamId?: string | null | undefined;
  readonly teamName?: string | null | undefined;
}

/** The key of the subject, in the form of `payment_sessions.subject`. */
export const keyOf = ({ userId, teamId, teamName }: Subject): SQL<string> => {
  if (teamId) return sql<string>`${`team:${teamId}`}`;
  return teamName
    ? sql<string>`${`new:${userId}:`} || lower(btrim(${teamName}::text))`
    : sql<string>`${`user:${userId}`}`;
};

/** Serializes decisions about a subject until the transaction ends. */
export const lockSubject = async (tx: Tx, subject: Subject): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pays ' || ${keyOf(subject)}, 0))`);
};

/** Whether a plan is paid for, or is in the grace period in which a renewal may arrive, with any provider. */
const isRunning = (now: number) => {
  const renewing = and(
    eq(subscriptions.cancelAtEnd, false),
    gt(subscriptions.currentEnd, new Date(now - subscriptionGrace)),
  );
  return and(eq(subscriptions.status, 'active'), or(renewing, gt(subscriptions.currentEnd, new Date(now))));
};

/** All plans of a user or a team, including ended ones. */
export const plansOf = ({ userId, teamId }: Subject) =>
  teamId ? eq(subscriptions.teamId, teamId) : and(eq(subscriptions.userId, userId), isNull(subscriptions.teamId));

/**
 * The running plan of the subject. For a new team: the plan of a team with the same name that the user has just
 * created.
 */
export const findRunning = async (db: Pick<Tx, 'select'>, subject: Subject, now: number) => {
  const running = db.select({ plan: subscriptions }).from(subscriptions).$dynamic();
  const { userId, teamId, teamName } = subject;
  const [row] =
    teamName && !teamId
      ? await running
          .innerJoin(paymentSessions, eq(paymentSessions.subscriptionId, subscriptions.id))
          .innerJoin(teams, eq(teams.id, subscriptions.teamId))
          .where(
            and(
              eq(paymentSessions.subject, keyOf(subject)),
              // A team that was renamed or handed over is a different one.
              sql`lower(btrim(${teams.name})) = lower(btrim(${teamName}::text))`,
              eq(subscriptions.userId, userId),
              isRunning(now),
            ),
          )
          .limit(1)
      : await running
          .where(and(plansOf(subject), isRunning(now)))
          .orderBy(desc(subscriptions.currentEnd))
          .limit(1);
  return row?.plan;
};

/** The error for a user who would pay for the subject a second time. */
export const alreadyPaid = ({ teamId, teamName }: Subject): DomainError => {
  if (teamId) return new DomainError('team-already-subscribed');
  return teamName ? new DomainError('team-exists') : new DomainError('already-subscribed');
};
