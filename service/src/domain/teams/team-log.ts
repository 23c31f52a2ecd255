import type { TeamLogEntry } from '@atrium/shared-kernel/contracts/entities/team';
import { and, desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { type LoggedAction, teamLog } from '../../db/schema/teams.ts';

export const logPage = 50;

export interface TeamChange {
  readonly teamId: string;
  readonly action: LoggedAction;
  /** The acting user; undefined for the payment provider. */
  readonly actorId?: string | undefined;
  /** The affected member. */
  readonly memberId?: string | undefined;
  readonly was?: string | undefined;
  readonly now?: string | undefined;
}

/** Logs a change of a team, in the transaction that makes it. */
export const logTeamChange = async (tx: Tx, { actorId, memberId, was, now, ...change }: TeamChange): Promise<void> => {
  await tx.insert(teamLog).values({
    ...change,
    actorId: actorId ?? null,
    memberId: memberId ?? null,
    was: was ?? null,
    now: now ?? null,
  });
};

const dollarsOf = (logged: string | undefined): number | undefined =>
  logged === undefined ? undefined : Number(logged);

/**
 * For remotes that were built before an action was added, `action` is the closest one they know; `event` names it for
 * newer ones.
 */
const actionView = (
  entry: typeof teamLog.$inferSelect,
): Pick<TeamLogEntry, 'action' | 'event' | 'was' | 'now' | 'budget'> => {
  const { action } = entry;
  const [was, now] = [entry.was ?? undefined, entry.now ?? undefined];
  switch (action) {
    case 'payerLeft':
      return { action: 'ownership', event: action, was, now };
    case 'adminRemoved':
      return { action: 'memberRoles', event: action, was, now: 'Member' };
    case 'budget':
    case 'memberBudget':
      return {
        action: 'roleChanged',
        event: action,
        was: 'Budget',
        now: 'Budget',
        budget: { was: dollarsOf(was), now: dollarsOf(now) },
      };
    default:
      return { action, was, now };
  }
};

interface Person {
  readonly _id: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}
const personOf = ({ _id, firstName, lastName }: Person) =>
  _id === null ? undefined : { _id, firstName: firstName ?? '', lastName: lastName ?? '' };

/** A page of a team's log, newest first; `before` is the id of the oldest entry that the client has. */
export const readTeamLog = async (
  db: Tx,
  teamId: string,
  before: string | undefined,
): Promise<{ entries: TeamLogEntry[]; more: boolean }> => {
  const [actors, members] = [alias(users, 'actors'), alias(users, 'members')];
  const rows = await db
    .select({
      entry: teamLog,
      actor: { _id: actors.id, firstName: actors.firstName, lastName: actors.lastName },
      member: { _id: members.id, firstName: members.firstName, lastName: members.lastName },
    })
    .from(teamLog)
    .leftJoin(actors, eq(actors.id, teamLog.actorId))
    .leftJoin(members, eq(members.id, teamLog.memberId))
    .where(and(eq(teamLog.teamId, teamId), before === undefined ? undefined : lt(teamLog.id, before.toLowerCase())))
    .orderBy(desc(teamLog.id))
    .limit(logPage + 1);
  const entries = rows.slice(0, logPage).map(({ entry, actor, member }) => ({
    _id: entry.id,
    ...actionView(entry),
    actor: actor === null ? undefined : personOf(actor),
    member: member === null ? undefined : personOf(member),
    createdDate: entry.createdDate.toISOString(),
  }));
  return { entries, more: rows.length > logPage };
};
