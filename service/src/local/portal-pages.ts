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
import { portalView, type Result } from './portal-view.ts';
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
type Fields = Readonly<Record<string, string>>;
/** Undefined if there was nothing to do. */
type Action = (services: Services, visit: Visit, fields: Fields) => Promise<Result | undefined>;

const day = 24 * 60 * 60 * 1000;

const actions: Readonly<Record<'cancel' | 'resume' | 'card' | 'clock', Action>> = {
  cancel: async ({ database, now }, { plan }) =>
    (await setCancelAtEnd(database, plan.providerId, true, now())) ? 'canceled' : undefined,
  resume: async ({ database, now }, { plan }) =>
    plan.card !== '' && (await setCancelAtEnd(database, plan.providerId, false, now())) ? 'resumed' : undefined,
  card: async ({ database, now }, { plan }, { card = '' }) => {
    if (!isCard(card)) return 'number';
    if (isDeclined(card)) return 'declined';
    return (await setCard(database, plan.providerId, card, now())) ? 'card' : 'unpaid';
  },
  clock: async ({ database, now }, { plan }, { pass }) => {
    const ms = pass === 'renewal' ? plan.currentEnd.getTime() - now() : day;
    await passTime(database, plan.providerId, Math.max(0, ms), now());
    return pass === 'renewal' ? 'renewal' : 'day';
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

  const add = (path: string) => {
    app.get(path, async (request, reply) => {
      const visit = await readVisit(request, reply);
      if (!visit) return reply;
      const { invoices } = await payments.listInvoices(visit.billed);
      const content = portalView({ ...visit, invoices, clock, now: now(), result: fieldsOf(request.query)['result'] });
      return sendPage(reply, 200, { title: 'Billing', content, wide: true });
    });
    for (const [name, act] of Object.entries(actions)) {
      if (name === 'clock' && !clock) continue;
      app.post(`${path}/${name}`, async (request, reply) => {
        requireOwnOrigin(config, request);
        const visit = await readVisit(request, reply);
        if (!visit) return reply;
        const result = await act(services, visit, fieldsOf(request.body));
        services.sessions.forget(visit.viewer.id);
        await sendNotices(services, visit.plan.providerId);
        // By a redirect, or else a reload would repeat the action.
        return reply.redirect(result === undefined ? visit.path : `${visit.path}?result=${result}`, 303);
      });
    }
  };
  add('/local/portal');
  add('/local/portal/:teamId');
};
