import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { lockTeamAs, requireMember } from '../teams/lock-team.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { budgetRevision } from '../teams/revisions.ts';
import { logTeamChange } from '../teams/team-log.ts';
import { microsOfDollars } from './amounts.ts';

const { teamBudgets } = schema;

interface BudgetChange {
  readonly teamId: string;
  readonly adminId: string;
  /** Undefined for the team as a whole. */
  readonly memberId: string | undefined;
  /** US dollars per month; undefined for no limit. */
  readonly dollars: number | undefined;
  readonly basedOn: BasedOn;
}

const inDollars = (micros: number) => String(micros / 1_000_000);

/**
 * Sets a budget of a team or a member. Throws if the user is not an admin of the team, the member is not in it, or the
 * change is based on an outdated budget.
 */
export const setBudget = async (
  { database }: Pick<Parts, 'database'>,
  { teamId, adminId, memberId, dollars, basedOn }: BudgetChange,
): Promise<void> => {
  await database.db.transaction(async (tx) => {
    const team = await lockTeamAs(tx, teamId, adminId);
    const userId = memberId === undefined ? '' : (await requireMember(tx, team.id, memberId)).userId;
    const limit = dollars === undefined ? undefined : microsOfDollars(dollars);
    const own = and(eq(teamBudgets.teamId, team.id), eq(teamBudgets.userId, userId));
    const [before] = await tx.select({ limit: teamBudgets.limit }).from(teamBudgets).where(own);
    if (before?.limit === limit) return;
    requireBase(basedOn, budgetRevision(before?.limit));
    if (limit === undefined) await tx.delete(teamBudgets).where(own);
    else
      await tx
        .insert(teamBudgets)
        .values({ teamId: team.id, userId, limit })
        .onConflictDoUpdate({ target: [teamBudgets.teamId, teamBudgets.userId], set: { limit } });
    await logTeamChange(tx, {
      teamId: team.id,
      action: memberId === undefined ? 'budget' : 'memberBudget',
      actorId: adminId,
      memberId,
      was: before && inDollars(before.limit),
      now: limit === undefined ? undefined : inDollars(limit),
    });
  });
};
