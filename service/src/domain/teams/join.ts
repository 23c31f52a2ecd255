import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teamRemovals } from '../../db/schema/teams.ts';
import { requireValidLink, requireMayRejoin } from './join-link.ts';
import { findMember, lockTeam, occupiedSeats, type TeamRow } from './lock-team.ts';
import { availableSeats } from './seats.ts';
import { logTeamChange } from './team-log.ts';
import { DomainError } from '../domain-error.ts';

const alive = (now: number) => gt(subscriptions.currentEnd, new Date(now - subscriptionGrace));

/** Whether a user pays for a plan of their own, rather than having a team's seat. */
const hasOwnPlan = async (tx: Tx, userId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.teamId), alive(now)))
    .limit(1);
  return rows.length > 0;
};

/** Whether the seats of a team are paid for. */
const hasTeamPlan = async (tx: Tx, teamId: string, now: number): Promise<boolean> => {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.teamId, teamId), alive(now)))
    .limit(1);
  return rows.length > 0;
};

/** Throws unless the team has a free, paid seat. */
const requireSeat = async (tx: Tx, team: TeamRow, now: number): Promise<void> => {
  if (!(await hasTeamPlan(tx, team.id, now))) throw new DomainError('team-plan-ended');
  if ((await occupiedSeats(tx, team.id)) >= (await availableSeats(tx, team))) throw new DomainError('no-free-seat');
};

export interface JoinRequest {
  readonly userId: string;
  readonly teamId: string;
  /** The key of a renewed link. */
  readonly key: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** `seated`: the user was a self-billed member, and has a seat now. */
type Joined = 'joined' | 'seated' | 'unchanged';

/**
 * Adds a user to a team, which becomes their active one. A user with a plan of their own is self-billed and occupies no
 * seat; anybody else occupies a free one (decision 0045). A self-billed member whose own plan has ended gets a seat by
 * joining again.
 */
export const joinTeam = async (tx: Tx, { userId, teamId, key, now }: JoinRequest): Promise<Joined> => {
  const team = await lockTeam(tx, teamId.toLowerCase());
  const member = await findMember(tx, team.id, userId);
  if (!member) {
    requireValidLink(team, key, now);
    await requireMayRejoin(tx, team, userId);
  }
  const paid = member?.paid || !(await hasOwnPlan(tx, userId, now));
  const joined = !member ? 'joined' : member.paid === paid ? 'unchanged' : 'seated';
  if (joined !== 'unchanged') {
    if (paid) await requireSeat(tx, team, now);
    await tx
      .insert(teamMembers)
      .values({ teamId: team.id, userId, paid })
      .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.userId], set: { paid } });
    await tx.delete(teamRemovals).where(and(eq(teamRemovals.teamId, team.id), eq(teamRemovals.userId, userId)));
    await logTeamChange(tx, {
      teamId: team.id,
      action: 'joined',
      actorId: userId,
      memberId: userId,
      now: paid ? 'seat' : 'self-billed',
    });
  }
  await tx.update(users).set({ activeTeamId: team.id }).where(eq(users.id, userId));
  return joined;
};
