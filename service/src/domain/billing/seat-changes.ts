import { and, eq, lte, sql } from 'drizzle-orm';
import type { PaymentsPort, SeatOutcome, SubscriptionState } from '../../ports/payments.ts';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { seatChanges, subscriptions } from '../../db/schema/billing.ts';
import { teams } from '../../db/schema/teams.ts';
import { setSeats } from '../teams/seats.ts';

export type SeatChange = typeof seatChanges.$inferSelect;

/**
 * Milliseconds after which a change counts as abandoned: by then its request has timed out or its process has ended.
 */
const abandonedAfter = 3 * 60 * 1000;

/** Whether a request to the provider is still in flight. */
const isInFlight = ({ askedUntil }: SeatChange, now: number): boolean => askedUntil.getTime() > now;

export const readChange = async (db: Pick<Tx, 'select'>, teamId: string): Promise<SeatChange | undefined> => {
  const [change] = await db.select().from(seatChanges).where(eq(seatChanges.teamId, teamId));
  return change;
};

/** Changes whose request was abandoned, so that their outcome is unknown here. */
export const listAbandonedChanges = (db: Db, provider: string, now: number): Promise<SeatChange[]> =>
  db
    .select()
    .from(seatChanges)
    .where(and(eq(seatChanges.provider, provider), lte(seatChanges.askedUntil, new Date(now))));

type NewChange = Pick<SeatChange, 'teamId' | 'provider' | 'subscriptionId' | 'quantity' | 'at' | 'actorId'>;

export type Claim =
  | { readonly state: 'busy' }
  /**
   * `waiting`: an earlier change that its payer has to confirm. `unknown`: an earlier change whose outcome is unknown.
   */
  | { readonly state: 'mine' | 'waiting' | 'unknown'; readonly change: SeatChange };

/**
 * Records the change before its provider is called; `tx` holds the lock on the team. `settled`: the state of an earlier
 * change has just been read from the provider.
 */
export const claimChange = async (tx: Tx, request: NewChange, now: number, settled: boolean): Promise<Claim> => {
  const before = await readChange(tx, request.teamId);
  if (before && isInFlight(before, now)) return { state: 'busy' };
  const needsConfirmation = before !== undefined && before.redirectUrl !== null;
  const same = before?.quantity === request.quantity;
  if (before && !settled && needsConfirmation === same)
    return { state: needsConfirmation ? 'waiting' : 'unknown', change: before };
  const askedUntil = new Date(now + abandonedAfter);
  // The earlier attempt may have succeeded. Its idempotency key keeps the provider from applying it twice.
  const again = before && same && !needsConfirmation ? before : { ...request, key: newId() };
  const change = { ...again, askedUntil, redirectUrl: null, expires: null };
  await tx.insert(seatChanges).values(change).onConflictDoUpdate({ target: seatChanges.teamId, set: change });
  return { state: 'mine', change };
};

const ofKey = ({ teamId, key }: SeatChange) => and(eq(seatChanges.teamId, teamId), eq(seatChanges.key, key));

/** Marks the change as abandoned: the provider's response was lost, so it may have made the change. */
export const abandonChange = async (db: Db, change: SeatChange, now: number): Promise<void> => {
  await db
    .update(seatChanges)
    .set({ askedUntil: new Date(now) })
    .where(ofKey(change));
};

/** Records the provider's response. False, with nothing written, if this change is no longer the current one. */
export const finishChange = async (
  tx: Tx,
  { provider, ownLedger }: PaymentsPort,
  change: SeatChange,
  { outcome, now }: { readonly outcome: SeatOutcome; readonly now: number },
): Promise<boolean> => {
  const { teamId, quantity, subscriptionId } = change;
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('update');
  const [ours] =
    typeof outcome === 'object'
      ? await tx
          .update(seatChanges)
          .set({ ...outcome, askedUntil: new Date(now) })
          .where(ofKey(change))
          .returning({ key: seatChanges.key })
      : await tx.delete(seatChanges).where(ofKey(change)).returning({ key: seatChanges.key });
  if (!ours) return false;
  const next = sql`${subscriptions.asked} + 1`;
  await tx
    .update(subscriptions)
    // Responses to earlier requests are older than this one, so they must not overwrite it.
    .set({ asked: next, told: next, ...(outcome === 'changed' && !ownLedger ? { quantity } : {}) })
    .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerId, subscriptionId)));
  if (outcome === 'changed') await setSeats(tx, { teamId, quantity, actorId: change.actorId ?? undefined });
  return true;
};

/** Removes the team's change once the provider's state decides it. Returns the actor if the change was applied. */
export const settleChange = async (
  tx: Tx,
  teamId: string,
  { quantity, waiting, status }: Pick<SubscriptionState, 'quantity' | 'waiting' | 'status'>,
  now: number,
): Promise<string | undefined> => {
  const change = await readChange(tx, teamId);
  if (!change) return undefined;
  const done = change.quantity === quantity && !waiting;
  // A request that was sent shortly before it was abandoned may still reach the provider.
  const over =
    status === 'canceled' ||
    (change.redirectUrl === null ? change.askedUntil.getTime() + abandonedAfter <= now : waiting === undefined);
  if (!isInFlight(change, now) && (done || over)) await tx.delete(seatChanges).where(ofKey(change));
  return done ? (change.actorId ?? undefined) : undefined;
};
