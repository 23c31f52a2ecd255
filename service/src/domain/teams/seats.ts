import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { teams } from '../../db/schema/teams.ts';
import { logTeamChange } from './team-log.ts';

/** Writes down how many seats a team pays for, and in its log where that is news. No `actorId`: the provider says so. */
export const setSeats = async (
  tx: Tx,
  { teamId, quantity, actorId }: { teamId: string; quantity: number; actorId?: string | undefined },
): Promise<void> => {
  const [team] = await tx.select({ seats: teams.seats }).from(teams).where(eq(teams.id, teamId)).for('update');
  if (!team || team.seats === quantity) return;
  await tx.update(teams).set({ seats: quantity }).where(eq(teams.id, teamId));
  await logTeamChange(tx, { teamId, actorId, action: 'seats', was: String(team.seats), now: String(quantity) });
};
