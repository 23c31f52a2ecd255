import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { paymentSessions, seatChanges } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { logTeamChange } from './team-log.ts';

/** Stores how many seats a team pays for and logs a change. Without `actorId` the change comes from the provider. */
export const setSeats = async (
  tx: Tx,
  { teamId, quantity, actorId }: { teamId: string; quantity: number; actorId?: string | undefined },
): Promise<void> => {
  const [team] = await tx.select({ seats: teams.seats }).from(teams).where(eq(teams.id, teamId)).for('update');
  if (!team || team.seats === quantity) return;
  await tx.update(teams).set({ seats: quantity }).where(eq(teams.id, teamId));
  await logTeamChange(tx, { teamId, actorId, action: 'seats', was: String(team.seats), now: String(quantity) });
};

/**
 * The number of seats that members can occupy, without those that are being given up or are not paid yet, and without
 * those that an open renewal does not pay for.
 */
export const availableSeats = async (tx: Tx, { id, seats }: { id: string; seats: number }): Promise<number> => {
  const changes = await tx
    .select({ quantity: seatChanges.quantity })
    .from(seatChanges)
    .where(eq(seatChanges.teamId, id));
  const renewals = await tx
    .select({ quantity: paymentSessions.quantity })
    .from(paymentSessions)
    .where(and(eq(paymentSessions.teamId, id), inArray(paymentSessions.status, ['opening', 'open'])));
  return Math.min(seats, ...[...changes, ...renewals].map(({ quantity }) => quantity));
};
