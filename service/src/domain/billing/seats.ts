import { setTimeout as pause } from 'node:timers/promises';
import { count, eq, and } from 'drizzle-orm';
import type { SeatCost } from '../../ports/payments.ts';
import type { Tx } from '../../db/database.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { type Claim, claimChange, finishChange, abandonChange, readChange, type SeatChange } from './seat-changes.ts';
import { type BasedOn, requireBase } from '../revision.ts';
import { seatsRevision } from '../teams/revisions.ts';
import { findPlan, type PaidPlan } from './subscriptions.ts';
import { syncSubscription, type SyncServices } from './sync.ts';
import { DomainError } from '../domain-error.ts';

type SeatServices = SyncServices;

interface SeatRequest {
  readonly teamId: string;
  readonly quantity: number;
  /** Seconds since 1970, as a preview gave it. */
  readonly prorationDate?: number | undefined;
  readonly basedOn?: BasedOn;
}

/** A preview can be accepted for this long, in milliseconds; after that its amounts are outdated. */
const previewLifetime = 60 * 60 * 1000;
const clockSkew = 60 * 1000;

const isOver = ({ status, cancelAtEnd, currentEnd }: PaidPlan, now: number): boolean =>
  status === 'canceled' || (cancelAtEnd && currentEnd.getTime() <= now);

const planOf = async ({ payments, now }: SeatServices, teamId: string, db: Pick<Tx, 'select'>): Promise<PaidPlan> => {
  const plan = await findPlan(db, payments.provider, { teamId });
  if (!plan || isOver(plan, now())) throw new DomainError('team-not-subscribed');
  return plan;
};

const occupiedSeats = async (tx: Pick<Tx, 'select'>, teamId: string): Promise<number> => {
  const [occupied] = await tx
    .select({ seats: count() })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.paid, true)));
  return occupied?.seats ?? 0;
};

/** Fails with `seats-taken` for fewer seats than are occupied. */
export const requireSeats = async (tx: Pick<Tx, 'select'>, { teamId, quantity }: SeatRequest): Promise<void> => {
  const occupied = await occupiedSeats(tx, teamId);
  if (occupied > quantity) throw new DomainError('seats-taken', { seats: occupied });
};

/**
 * Fails with `team-already-subscribed` while the team has a subscription that renews, and with `seats-taken` for fewer
 * seats than are occupied.
 */
export const requireEnded = async (
  { database: { db }, payments, now }: SeatServices,
  request: SeatRequest,
): Promise<void> => {
  const plan = await findPlan(db, payments.provider, { teamId: request.teamId });
  if (plan && !isOver(plan, now())) throw new DomainError('team-already-subscribed');
  await requireSeats(db, request);
};

/**
 * The instant for which amounts are computed: that of a preview of the last hour, or now. Fails with `amounts-outdated`
 * for any other.
 */
export const atOf = (
  { now }: Pick<SyncServices, 'now'>,
  { currentStart }: Pick<PaidPlan, 'currentStart'>,
  { prorationDate }: { readonly prorationDate?: number | undefined },
): Date => {
  const ms = prorationDate === undefined ? Math.floor(now() / 1000) * 1000 : prorationDate * 1000;
  const isRecent = ms >= now() - previewLifetime && ms <= now() + clockSkew;
  const isInPeriod = ms >= Math.floor(currentStart.getTime() / 1000) * 1000;
  if (!isRecent || !isInPeriod) throw new DomainError('amounts-outdated');
  return new Date(ms);
};

/** Reads a change that its payer has to confirm again from the provider. True if it still needs to be confirmed. */
const stillNeedsConfirmation = async (
  services: SeatServices,
  { teamId, key, subscriptionId }: SeatChange,
): Promise<boolean> => {
  await syncSubscription(services, subscriptionId);
  const now = await readChange(services.database.db, teamId);
  return now?.key === key && now.redirectUrl !== null;
};

/**
 * What another number of seats costs, and the instant that makes `changeSeats` charge the same. With `end` the plan
 * ends on that date and nothing more is charged.
 */
export const previewSeats = async (
  services: SeatServices,
  request: SeatRequest,
): Promise<SeatCost & { readonly prorationDate: number; readonly end: Date | undefined }> => {
  const { database, payments } = services;
  const before = await readChange(database.db, request.teamId);
  // A payer who returns from the provider's page sees its current state.
  if (before?.redirectUrl) await stillNeedsConfirmation(services, before);
  const plan = await planOf(services, request.teamId, database.db);
  const [team] = await database.db.select({ seats: teams.seats }).from(teams).where(eq(teams.id, request.teamId));
  if (team) requireBase(request.basedOn, seatsRevision(team, plan));
  const at = atOf(services, plan, request);
  const cost = await payments.previewSeats(plan.providerId, { quantity: request.quantity, at });
  const ends = cost.next === undefined && cost.open === undefined;
  return { ...cost, prorationDate: at.getTime() / 1000, end: ends ? plan.currentEnd : undefined };
};

/** Milliseconds between checks whether another change of the team has ended, and after which the last one begins. */
const pollInterval = 200;
const maxWait = 30_000;

const isBusy = () => new DomainError('seats-busy');

/** Locks the team only while the change is recorded. The provider is called after that. */
const begin = async (
  services: SeatServices,
  tx: Tx,
  { request, actorId, settled }: { request: SeatRequest; actorId: string | undefined; settled: boolean },
): Promise<Claim | { readonly state: 'same' }> => {
  const { payments, now } = services;
  const { teamId, quantity } = request;
  const [team] = await tx.select({ seats: teams.seats }).from(teams).where(eq(teams.id, teamId)).for('update');
  const plan = await planOf(services, teamId, tx);
  const at = atOf(services, plan, request);
  await requireSeats(tx, request);
  if (team?.seats === quantity && plan.quantity === quantity && !(await readChange(tx, teamId)))
    return { state: 'same' };
  if (team) requireBase(request.basedOn, seatsRevision(team, plan));
  const { provider } = payments;
  const change = { teamId, provider, subscriptionId: plan.providerId, quantity, at, actorId: actorId ?? null };
  return claimChange(tx, change, now(), settled);
};

/** With `redirectUrl` nothing has changed yet: the payer has to confirm the payment there. */
export interface SeatAnswer {
  readonly success: boolean;
  readonly redirectUrl?: string;
}

const requestChange = async (services: SeatServices, change: SeatChange): Promise<SeatAnswer> => {
  const { database, payments, now } = services;
  const { subscriptionId, quantity, at, key } = change;
  const outcome = await payments.changeSeats(subscriptionId, { quantity, at, key }).catch(async (error: unknown) => {
    await abandonChange(database.db, change, now());
    throw error;
  });
  const written = await database.db.transaction((tx) => finishChange(tx, payments, change, { outcome, now: now() }));
  if (!written) await syncSubscription(services, subscriptionId);
  if (typeof outcome === 'object') return { success: false, redirectUrl: outcome.redirectUrl };
  return { success: outcome === 'changed' };
};

/**
 * Changes the seats of a team at its provider, then here. Without `success` nothing has changed: the payment was
 * declined or has to be confirmed. Changes of a team run one at a time, and nobody can join on a seat that is being
 * removed.
 */
export const changeSeats = async (
  services: SeatServices,
  request: SeatRequest,
  actorId?: string,
): Promise<SeatAnswer> => {
  const { database, now } = services;
  const { db } = database;
  const before = await readChange(db, request.teamId);
  // Its payer may just have confirmed it, and then the request is based on other seats.
  if (before?.redirectUrl && before.quantity !== request.quantity) await stillNeedsConfirmation(services, before);
  const end = now() + maxWait;
  let settled = false;
  while (now() <= end) {
    const claim = await db.transaction((tx) => begin(services, tx, { request, actorId, settled }));
    if (claim.state === 'same') return { success: true };
    if (claim.state === 'mine') return requestChange(services, claim.change);
    if (claim.state === 'busy') {
      await pause(pollInterval);
      settled = false;
    } else {
      const needsConfirmation = await stillNeedsConfirmation(services, claim.change);
      if (needsConfirmation && claim.state === 'waiting')
        return { success: false, redirectUrl: claim.change.redirectUrl ?? '' };
      settled = true;
    }
  }
  throw isBusy();
};
