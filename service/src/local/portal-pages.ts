import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCard, isDeclined } from './payments/cards.ts';
import { setCancelAtEnd, setCard } from './payments/customer.ts';
import { passTime } from './payments/renew.ts';
import { customers } from '../db/schema/billing.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { refundedOf } from '../domain/billing/invoices.ts';
import { sendNotices } from '../domain/billing/notices.ts';
import { findPlans, type PaidPlan } from '../domain/billing/subscriptions.ts';
import { requireOwnOrigin } from '../http/security.ts';
import type { Services } from '../calls/services.ts';
import { sendNotice, sendPage } from './page.ts';
import { portalView } from './portal-view.ts';
import { fieldsOf } from './fields.ts';

interface Visit {
  readonly viewer: Viewer;
  readonly plan: PaidPlan & { readonly card: string };
  /** Further plans of the same payer. */
  readonly others: readonly PaidPlan[];
  /** Subscriptions whose invoices are shown. */
  readonly billed: readonly string[];
  readonly path: string;
  readonly team?: string;
}
interface Outcome {
  readonly status?: number;
  readonly done?: string;
  readonly error?: string;
}
type Action = (services: Services, visit: Visit, fields: Readonly<Record<string, string>>) => Promise<Outcome>;

const day = 24 * 60 * 60 * 1000;

const actions: Readonly<Record<'cancel' | 'resume' | 'card' | 'clock', Action>> = {
  cancel: async ({ database, now }, { plan }) =>
    (await setCancelAtEnd(database, plan.providerId, true, now()))
      ? { done: 'Your plan is canceled. You can use it until the end of the paid period.' }
      : {},
  resume: async ({ database, now }, { plan }) =>
    (await setCancelAtEnd(database, plan.providerId, false, now())) ? { done: 'Your plan continues.' } : {},
  card: async ({ database, now }, { plan }, { card = '' }) => {
    if (!isCard(card)) return { status: 400, error: 'Please enter a card number of 12 to 19 digits.' };
    if (isDeclined(card)) return { status: 402, error: 'The card was declined. Your previous card is still in use.' };
    return (await setCard(database, plan.providerId, card, now()))
      ? { done: 'The new card is in use.' }
      : { done: 'The new card is in use, but it declined the open invoice.' };
  },
  clock: async ({ database, now }, { plan }, { pass }) => {
    const ms = pass === 'renewal' ? plan.currentEnd.getTime() - now() : day;
    await passTime(database, plan.providerId, Math.max(0, ms), now());
    return { done: pass === 'renewal' ? 'The renewal is due.' : 'A day has passed.' };
  },
};

type ViewerOf = (request: FastifyRequest) => Promise<Viewer | undefined>;

/** Reads the visit. Sends an answer and returns undefined if nobody is signed in or there is nothing to manage. */
const createVisits = ({ database: { db }, payments }: Services, viewerOf: ViewerOf) => {
  const adminOf = async (viewer: Viewer, teamId: string) => {
    const [team] = await db
      .select({ name: teams.name })
      .from(teams)
      .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
      .where(and(eq(teams.id, teamId), eq(teamMembers.userId, viewer.id), eq(teamMembers.admin, true)));
    return team?.name;
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> => {
    const viewer = await viewerOf(request);
    if (!viewer) {
      const text = 'This page belongs to an account. Log in to it first.';
      sendNotice(reply, 401, { title: 'Please log in', text, link: '/auth/login', label: 'Log in' });
      return undefined;
    }
    const { teamId } = fieldsOf(request.params);
    const team = teamId === undefined ? undefined : await adminOf(viewer, teamId);
    const payer = teamId === undefined ? { userId: viewer.id } : { teamId };
    const all = teamId !== undefined && team === undefined ? [] : await findPlans(db, payer);
    const plans = all.filter(({ provider }) => provider === payments.provider);
    const { plan: wanted } = fieldsOf(request.body);
    const plan = plans.find(({ id }) => id === wanted) ?? plans[0];
    if (!plan) {
      const text = 'You have no payments to manage.';
      const notice = { title: 'Nothing to manage', text, link: '/', label: 'Back to Atrium' };
      sendNotice(reply, 404, notice);
      return undefined;
    }
    const [customer] = await db
      .select({ card: customers.card })
      .from(customers)
      .where(eq(customers.id, plan.customerId));
    const path = teamId === undefined ? '/local/portal' : `/local/portal/${teamId}`;
    return {
      viewer,
      path,
      plan: { ...plan, card: customer?.card ?? '' },
      others: plans.filter(({ id, status }) => id !== plan.id && status !== 'canceled'),
      billed: [...plans.map(({ providerId }) => providerId), ...(await refundedOf(db, payer))],
      ...(team === undefined ? {} : { team }),
    };
  };
};

/** Adds the local provider's portals: a user's own at `/local/portal`, and a team's below it, for the team's admins. */
export const addPortalPages = (app: FastifyInstance, services: Services, viewerOf: ViewerOf, clock: boolean): void => {
  const { payments, config, now } = services;
  const readVisit = createVisits(services, viewerOf);

  const show = async (reply: FastifyReply, visit: Visit, { status = 200, ...outcome }: Outcome) => {
    const { invoices } = await payments.listInvoices(visit.billed);
    const content = portalView({ ...visit, ...outcome, invoices, clock, now: now() });
    return sendPage(reply, status, { title: 'Billing', content, wide: true });
  };

  const add = (path: string) => {
    app.get(path, async (request, reply) => {
      const visit = await readVisit(request, reply);
      return visit ? show(reply, visit, {}) : reply;
    });
    for (const [name, act] of Object.entries(actions)) {
      if (name === 'clock' && !clock) continue;
      app.post(`${path}/${name}`, async (request, reply) => {
        requireOwnOrigin(config, request);
        const visit = await readVisit(request, reply);
        if (!visit) return reply;
        const outcome = await act(services, visit, fieldsOf(request.body));
        services.sessions.forget(visit.viewer.id);
        await sendNotices(services, visit.plan.providerId);
        // Read again to show the result. The empty body selects the first plan.
        request.body = {};
        const after = await readVisit(request, reply);
        return after ? show(reply, after, outcome) : reply;
      });
    }
  };
  add('/local/portal');
  add('/local/portal/:teamId');
};
