import { count, eq, and } from 'drizzle-orm';
import type { SeatCost } from '../../adapters/payments/port.ts';
import type { Tx } from '../../db/database.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { badRequest, conflict } from '../../errors.ts';
import { askProvider } from './ask-provider.ts';
import { findPlan, type PaidPlan } from './subscriptions.ts';
import { syncSubscription, type SyncServices } from './sync.ts';
import { setSeats } from '../teams/seats.ts';

type SeatServices = SyncServices;

interface Wish {
  readonly teamId: string;
  readonly quantity: number;
  /** Seconds since 1970, as a preview gave it. */
  readonly prorationDate?: number | undefined;
}

/** A preview holds for so long: later its amounts would be another time's. */
const previewHolds = 60 * 60 * 1000;
const clocksDiffer = 60 * 1000;

const isOver = ({ status, cancelAtEnd, currentEnd }: PaidPlan, now: number): boolean =>
  status === 'canceled' || (cancelAtEnd && currentEnd.getTime() <= now);

const planOf = async ({ database: { db }, payments, now }: SeatServices, teamId: string): Promise<PaidPlan> => {
  const plan = await findPlan(db, payments.provider, { teamId });
  if (!plan || isOver(plan, now())) throw conflict('This team has no active subscription.');
  return plan;
};

const takenSeats = async (tx: Pick<Tx, 'select'>, teamId: string): Promise<number> => {
  const [taken] = await tx
    .select({ seats: count() })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.paid, true)));
  return taken?.seats ?? 0;
};

const requireSeats = async (tx: Pick<Tx, 'select'>, { teamId, quantity }: Wish): Promise<void> => {
  const taken = await takenSeats(tx, teamId);
  if (taken > quantity) throw badRequest(`${taken} seats are taken. Remove members before you give back their seats.`);
};

/** Throws 409 while the team has a subscription that goes on, 400 for fewer seats than are taken. */
export const requireEnded = async ({ database: { db }, payments, now }: SeatServices, wish: Wish): Promise<void> => {
  const plan = await findPlan(db, payments.provider, { teamId: wish.teamId });
  if (plan && !isOver(plan, now())) throw conflict('This team has an active subscription.');
  await requireSeats(db, wish);
};

const atOf = ({ now }: SeatServices, { currentStart }: PaidPlan, { prorationDate }: Wish): Date => {
  const ms = prorationDate === undefined ? Math.floor(now() / 1000) * 1000 : prorationDate * 1000;
  const holds = ms >= now() - previewHolds && ms <= now() + clocksDiffer;
  const begun = ms >= Math.floor(currentStart.getTime() / 1000) * 1000;
  if (!holds || !begun) throw badRequest('These amounts are not up to date. Please try again.');
  return new Date(ms);
};

/** What other seats would cost, and the instant that makes `changeSeats` charge the same. */
export const previewSeats = async (
  services: SeatServices,
  wish: Wish,
): Promise<SeatCost & { readonly prorationDate: number }> => {
  const plan = await planOf(services, wish.teamId);
  const at = atOf(services, plan, wish);
  const cost = await services.payments.previewSeats(plan.providerId, { quantity: wish.quantity, at });
  return { ...cost, prorationDate: at.getTime() / 1000 };
};

/**
 * Changes the seats of a team at its provider, then here; false where the payment was declined and nothing changed. The
 * team is held meanwhile, so that nobody takes a seat that is being given back.
 */
export const changeSeats = async (services: SeatServices, wish: Wish, actorId?: string): Promise<boolean> => {
  const { database, payments } = services;
  const { teamId, quantity } = wish;
  const plan = await planOf(services, teamId);
  const at = atOf(services, plan, wish);
  const change = async (tx: Tx) => {
    const [team] = await tx.select({ seats: teams.seats }).from(teams).where(eq(teams.id, teamId)).for('update');
    await requireSeats(tx, wish);
    if (team?.seats === quantity && plan.quantity === quantity) return true;
    if ((await payments.changeSeats(plan.providerId, { quantity, at })) === 'declined') return false;
    await setSeats(tx, { teamId, quantity, actorId });
    return true;
  };
  const changed = await askProvider(() => database.db.transaction(change));
  if (changed) await syncSubscription(services, plan.providerId);
  return changed;
};
