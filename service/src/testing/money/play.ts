import { eq } from 'drizzle-orm';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { users } from '../../db/schema/accounts.ts';
import { teams } from '../../db/schema/teams.ts';
import { newId } from '../../db/id.ts';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { changeSeats, previewSeats } from '../../domain/billing/seats.ts';
import type { BillingServices } from '../../domain/billing/refunds.ts';
import { change, costOf, hasAccess, mayChange, type Model, newModel, pass, setCard, subscribe } from './model.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** A provider with the actions of users and the passing of time. Times are in seconds. */
export interface World {
  readonly services: BillingServices;
  readonly clock: { now: number };
  readonly pay: (sessionId: string) => Promise<unknown>;
  readonly card: (subscriptionId: string, pays: boolean) => Promise<unknown>;
  cancel(subscriptionId: string, cancel: boolean): Promise<unknown>;
  /** Processes what is due after the clock was set. */
  pass(): Promise<unknown>;
  /** Delivers late events and reconciles lost ones. */
  converge(): Promise<unknown>;
  /** Removes the state of earlier users. */
  forget(): Promise<unknown>;
}

interface Player {
  readonly userId: string;
  readonly model: Model;
  subscriptionId?: string;
  teamId?: string;
}
export interface Result {
  readonly sequences: number;
  readonly steps: number;
  readonly divergences: readonly string[];
}

const day = 24 * 60 * 60;
const stepsEach = 10;
/** Steps between two checks. A wrong invoice stays wrong, so a later check finds it too. */
const checkEvery = 5;

export const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
type Random = ReturnType<typeof createRandom>;

const subscribed = async ({ services, clock, pay }: World, player: Player, seats: number) => {
  const { payments, database } = services;
  const order = { userId: player.userId, interval: 'month', quantity: seats, unitAmount: player.model.price } as const;
  const priced = { ...order, currency: 'usd', teamName: 'Play' };
  const { sessionId, expires } = await payments.openCheckout({ ...priced, email: 'a@b.test', origin: 'http://a.test' });
  await database.db.insert(paymentSessions).values({ ...priced, id: sessionId, provider: payments.provider, expires });
  await pay(sessionId);
  subscribe(player.model, seats, clock.now);
  const state = await payments.readCheckout(sessionId);
  if (state.status === 'paid') player.subscriptionId = state.purchase.subscriptionId;
};

/** Changes the seats with the product's own function, and compares it with its preview and with the model. */
const reseat = async ({ services, clock }: World, player: Player, seats: number): Promise<string[]> => {
  const { model, teamId } = player;
  if (teamId === undefined) return [];
  const request = { teamId, quantity: seats };
  const may = mayChange(model, seats, clock.now);
  try {
    const { due } = await previewSeats(services, request);
    const expected = model.status === 'active' ? costOf(model, seats, clock.now).due : due;
    const { success: done } = await changeSeats(services, { ...request, prorationDate: clock.now });
    if (seats === model.seats) return [];
    if (done !== may) return [`seats to ${seats}: ${done} where the model says ${may}`];
    if (done) change(model, seats, clock.now);
    return due === expected ? [] : [`preview of ${seats} seats: ${due}, not ${expected}`];
  } catch (error) {
    // The service may know an older state than the provider. Then it refuses and changes nothing.
    if (error instanceof DomainError) return [];
    throw error;
  }
};

const act = async (world: World, player: Player, random: Random): Promise<string[]> => {
  const { model, subscriptionId } = player;
  const dice = random(8);
  if (model.status === 'none') {
    await subscribed(world, player, 2 + random(40));
    return [];
  }
  if (subscriptionId === undefined || model.status === 'canceled') return [];
  if (dice < 4) return reseat(world, player, 1 + random(60));
  if (dice === 4 || dice === 5) {
    const pays = dice === 4;
    await world.card(subscriptionId, pays);
    setCard(model, pays, world.clock.now);
  }
  if (dice === 6 && model.status === 'active') {
    model.cancels = !model.cancels;
    await world.cancel(subscriptionId, model.cancels);
  }
  return [];
};

const check = async ({ services, clock }: World, player: Player): Promise<string[]> => {
  const { model, userId, subscriptionId } = player;
  const { db } = services.database;
  if (subscriptionId === undefined) return [];
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, subscriptionId));
  if (!row) return [`${userId}: paid, and not known`];
  player.teamId = row.teamId ?? '';
  const [team] = await db.select().from(teams).where(eq(teams.id, player.teamId));
  const { invoices } = await services.payments.listInvoices([subscriptionId]);
  const seen = {
    status: row.status,
    seats: team?.seats,
    end: row.currentEnd.getTime() / 1000,
    access: isPremium({ subscriptionEnd: row.currentEnd } as never, clock.now * 1000),
    bills: invoices.map(({ amount, status }) => ({ amount, status })).toReversed(),
  };
  const { status, seats, end, bills } = model;
  const wanted = { status, seats, end, access: hasAccess(model, clock.now), bills };
  const [is, be] = [JSON.stringify(seen), JSON.stringify(wanted)];
  return is === be ? [] : [`${subscriptionId}: ${is} instead of ${be}`];
};

const jumps = [60, 3600, day, 3 * day, 10 * day, 20 * day, 31 * day, 39 * day];

/** Runs the work for a few players at once. */
const all = async (players: readonly Player[], work: (player: Player) => Promise<string[]>): Promise<string[]> => {
  const found: string[] = [];
  const queue = [...players];
  const worker = async () => {
    for (let player = queue.pop(); player; player = queue.pop()) found.push(...(await work(player)));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return found;
};

/**
 * Plays `sequences` random sequences of subscribing, changing seats and cards, canceling, resuming and jumps of the
 * clock against the model, `batch` of them at a time. Reports each difference in status, seats, access and amounts.
 */
export const play = async (
  world: World,
  { sequences, seed, batch = 50 }: { sequences: number; seed: number; batch?: number },
): Promise<Result> => {
  const random = createRandom(seed);
  const divergences: string[] = [];
  let steps = 0;
  for (let started = 0; started < sequences; started += batch) {
    const players: Player[] = [];
    for (let at = 0; at < Math.min(batch, sequences - started); at += 1) {
      const userId = newId();
      const person = { id: userId, email: `${userId}@example.test`, firstName: 'Ada', lastName: 'Play' };
      await world.services.database.db.insert(users).values(person);
      players.push({ userId, model: newModel(1000) });
    }
    for (let step = 0; step < stepsEach; step += 1) {
      steps += players.length;
      divergences.push(...(await all(players, (player) => act(world, player, random))));
      if (step % checkEvery === 0) {
        await world.converge();
        divergences.push(...(await all(players, (player) => check(world, player))));
      }
      world.clock.now += jumps[random(jumps.length)]! + random(1000);
      await world.pass();
      for (const { model } of players) pass(model, world.clock.now);
    }
    await world.converge();
    divergences.push(...(await all(players, (player) => check(world, player))));
    // Finished sequences are not checked again: the next batch has its own users.
    await world.services.database.db.execute('delete from users');
    await world.forget();
    if (divergences.length > 20) break;
  }
  return { sequences, steps, divergences };
};
