import { and, eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { lockTeamAs, requireMember } from '../teams/lock-team.ts';
import { microsOfDollars } from './amounts.ts';

const { teamBudgets } = schema;

interface Wanted {
  readonly teamId: string;
  readonly adminId: string;
  /** None: the team as a whole. */
  readonly memberId: string | undefined;
  /** US dollars a month; none: as much as they like. */
  readonly dollars: number | undefined;
}

/** Throws where the person is no admin of the team, or the other one no member. */
export const setBudget = async (
  { database }: Pick<Parts, 'database'>,
  { teamId, adminId, memberId, dollars }: Wanted,
): Promise<void> => {
  await database.db.transaction(async (tx) => {
    const team = await lockTeamAs(tx, teamId, adminId);
    const userId = memberId === undefined ? '' : (await requireMember(tx, team.id, memberId)).userId;
    const limit = dollars === undefined ? undefined : microsOfDollars(dollars);
    if (limit === undefined)
      await tx.delete(teamBudgets).where(and(eq(teamBudgets.teamId, team.id), eq(teamBudgets.userId, userId)));
    else
      await tx
        .insert(teamBudgets)
        .values({ teamId: team.id, userId, limit })
        .onConflictDoUpdate({ target: [teamBudgets.teamId, teamBudgets.userId], set: { limit } });
  });
};
