import { and, eq, gt, like, ne } from 'drizzle-orm';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, paymentSessions, refunds, subscriptions } from '../../db/schema/billing.ts';
import { mails } from '../../db/schema/mail.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import type { Viewer } from '../../domain/accounts/viewer.ts';
import { startCheckout } from '../../domain/billing/checkout.ts';
import { confirmCheckout } from '../../domain/billing/confirm.ts';
import { type ProviderPages, sessionOf } from '../provider-pages.ts';
import { createRandom, type World } from './play.ts';
import { DomainError } from '../../domain/domain-error.ts';

export interface ParallelResult {
  /** Requests for a checkout, and the payments that resulted from them. */
  readonly requests: number;
  readonly payments: number;
  readonly refunded: number;
  readonly notices: number;
  /** Payers with two payments or two plans in the end. */
  readonly paidTwice: number;
  /** Payers who paid and have no plan or receipt, or who got no email about a refund. */
  readonly lost: number;
}

interface Payer {
  readonly user: Viewer;
  /** The team, whose plan has ended; undefined for a personal plan. */
  readonly teamId?: string;
}

const origin = 'http://atrium.test';
const tabs = 4;

const makeTeam = async ({ services, clock }: World, userId: string): Promise<string> => {
  const { db } = services.database;
  const teamId = newId();
  const [provider, ended] = [services.payments.provider, new Date((clock.now - 40 * 24 * 60 * 60) * 1000)];
  await db.insert(teams).values({ id: teamId, name: 'Play', seats: 5 });
  await db.insert(teamMembers).values({ teamId, userId, paid: true, admin: true });
  const customerId = newId();
  await db.insert(customers).values({ id: customerId, userId, teamId, provider, providerId: `customer${teamId}` });
  await db.insert(subscriptions).values({
    customerId,
    userId,
    teamId,
    provider,
    providerId: `ended${teamId}`,
    status: 'canceled',
    interval: 'month',
    quantity: 5,
    unitAmount: 1000,
    currency: 'usd',
    currentStart: ended,
    currentEnd: ended,
  });
  return teamId;
};

const makePayer = async (world: World, at: number): Promise<Payer> => {
  const id = newId();
  const person = { id, email: `${id}@example.test`, firstName: 'Ada', lastName: 'Play' };
  const [row] = await world.services.database.db.insert(users).values(person).returning();
  const user = { ...row!, subscriptionEnd: null };
  return at % 2 === 0 ? { user } : { user, teamId: await makeTeam(world, id) };
};

/** Opens a checkout and returns its session, or nothing if the request was refused because another one replaced it. */
const open = async ({ services }: World, { user, teamId }: Payer, interval: 'month' | 'year') => {
  const order = { interval, quantity: teamId === undefined ? 1 : 5, ...(teamId === undefined ? {} : { teamId }) };
  try {
    const { redirectUrl } = await startCheckout({ services, user, country: 'US', origin }, order);
    return [sessionOf(redirectUrl)];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

/** Opens a second checkout at the provider, as an older version or an unknown race could leave it. */
const openSecond = async ({ services }: World, { user, teamId }: Payer): Promise<string> => {
  const { payments, database } = services;
  const order = { userId: user.id, interval: 'month', quantity: 5, unitAmount: 1000, currency: 'usd' } as const;
  const { sessionId, expires } = await payments.openCheckout({ ...order, email: user.email, origin });
  const status = payments.readEvent ? 'expired' : 'open';
  const row = {
    ...order,
    id: sessionId,
    provider: payments.provider,
    expires,
    status,
    teamId: teamId ?? null,
  } as const;
  await database.db.insert(paymentSessions).values(row);
  return sessionId;
};

const judge = async ({ services, clock }: World, pages: ProviderPages, { user, teamId }: Payer) => {
  const { db } = services.database;
  const paidCount = (await pages.paidBy(user.id)).filter((amount) => amount > 0).length;
  const plans = await db.$count(
    subscriptions,
    and(
      teamId === undefined ? eq(subscriptions.userId, user.id) : eq(subscriptions.teamId, teamId),
      ne(subscriptions.status, 'canceled'),
      gt(subscriptions.currentEnd, new Date(clock.now * 1000)),
    ),
  );
  const back = await db.$count(refunds, and(eq(refunds.userId, user.id), eq(refunds.status, 'done')));
  const emails = (subject: string) =>
    db.$count(mails, and(eq(mails.recipient, user.email), like(mails.subject, subject)));
  const notices = await emails('We % your second payment');
  const receipts = await emails('Your Atrium receipt %');
  return { paidCount, plans, back, notices, receipts };
};

/**
 * Plays payers, half of them users and half teams whose plan has ended. Each requests plans in four tabs at once and
 * pays on every page, and half of them also on a second checkout. Every payment is reported twice, all at the same
 * time.
 */
export const playParallel = async (
  world: World,
  pages: ProviderPages,
  { payers: count, seed }: { readonly payers: number; readonly seed: number },
): Promise<ParallelResult> => {
  const random = createRandom(seed);
  const payers: Payer[] = [];
  for (let at = 0; at < count; at += 1) payers.push(await makePayer(world, at));
  const requests = payers.flatMap((payer) => Array.from({ length: tabs }, () => ({ payer, yearly: random(2) === 1 })));
  const opened = await Promise.all(requests.map(({ payer, yearly }) => open(world, payer, yearly ? 'year' : 'month')));
  await Promise.all(opened.flat().map((id) => pages.pay(id)));
  const second: string[] = [];
  for (const payer of payers.filter((_, at) => at % 4 < 2)) second.push(await openSecond(world, payer));
  await Promise.all(second.map((id) => pages.pay(id)));
  // Replaced checkouts are confirmed as well, although they were not paid.
  const confirmed = [...opened.flat(), ...second]
    .map((id) => ({ id, at: random(1000) }))
    .toSorted((a, b) => a.at - b.at);
  await Promise.all([...confirmed, ...confirmed].map(({ id }) => confirmCheckout(world.services, id)));
  await world.converge();

  const seen = await Promise.all(payers.map((payer) => judge(world, pages, payer)));
  const again = await Promise.all(payers.map((payer) => open(world, payer, 'month')));
  const total = (of: 'back' | 'notices' | 'paidCount') => seen.reduce((sum, one) => sum + one[of], 0);
  return {
    requests: requests.length + again.length,
    payments: total('paidCount') + total('back'),
    refunded: total('back'),
    notices: total('notices'),
    paidTwice: seen.filter(({ paidCount, plans }, at) => paidCount > 1 || plans > 1 || again[at]!.length > 0).length,
    lost: seen.filter(
      ({ paidCount, plans, back, notices, receipts }) =>
        paidCount < 1 || plans < 1 || receipts !== 1 || back !== notices,
    ).length,
  };
};
