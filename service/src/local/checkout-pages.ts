import { unitAmountIn } from '@atrium/shared-kernel/contracts/prices';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCard, isDeclined } from './payments/cards.ts';
import { setCard } from './payments/customer.ts';
import { payCheckout, provider, subscriptionOf } from './payments/local.ts';
import { paymentSessions } from '../db/schema/billing.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { confirmCheckout } from '../domain/billing/confirm.ts';
import { requireOwnOrigin } from '../http/security.ts';
import type { Services } from '../calls/services.ts';
import { checkoutView, type Refusal } from './checkout-view.ts';
import { sendNotice, sendPage } from './page.ts';
import { fieldsOf } from './fields.ts';

type Checkout = typeof paymentSessions.$inferSelect;
interface Visit {
  readonly viewer: Viewer;
  readonly checkout: Checkout;
}

const isOver = ({ status, expires }: Checkout, now: number): boolean => status !== 'open' || expires.getTime() <= now;

type ViewerOf = (request: FastifyRequest) => Promise<Viewer | undefined>;

/** Reads the visit. Sends an answer and returns undefined if nobody is signed in or the checkout is unknown or over. */
const createVisits =
  ({ database, now }: Services, viewerOf: ViewerOf) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> => {
    const viewer = await viewerOf(request);
    const { id = '' } = fieldsOf(request.params);
    if (!viewer) {
      const text = 'This checkout belongs to an account. Log in to it and start again.';
      sendNotice(reply, 401, { title: 'Please log in', text, link: '/auth/login', label: 'Log in' });
      return undefined;
    }
    const own = and(
      eq(paymentSessions.id, id),
      eq(paymentSessions.userId, viewer.id),
      eq(paymentSessions.provider, provider),
    );
    const [checkout] = await database.db.select().from(paymentSessions).where(own);
    if (!checkout || isOver(checkout, now())) {
      const [title, text] =
        checkout?.status === 'paid'
          ? ['Already paid', 'This checkout is complete, and your plan is active.']
          : [
              'This checkout has ended',
              'It was canceled, expired, or was replaced by a newer one. Nothing was charged.',
            ];
      sendNotice(reply, checkout ? 410 : 404, { title, text, link: '/', label: 'Back to Atrium' });
      return undefined;
    }
    return { viewer, checkout };
  };

/** Adds the local provider's checkout page with Pay and Cancel. Only the buyer can open it. */
export const addCheckoutPages = (app: FastifyInstance, services: Services, viewerOf: ViewerOf): void => {
  const { database } = services;
  const readVisit = createVisits(services, viewerOf);

  const pathOf = ({ checkout }: Visit) => `/local/checkout/${encodeURIComponent(checkout.id)}`;
  // By a redirect, or else the Back button would lead to a page that the browser cannot load without the form.
  const refuse = (reply: FastifyReply, visit: Visit, refusal: Refusal) =>
    reply.redirect(`${pathOf(visit)}?refused=${refusal}`, 303);

  app.get('/local/checkout/:id', async (request, reply) => {
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { refused } = fieldsOf(request.query);
    return sendPage(reply, 200, { title: 'Checkout', content: checkoutView(visit.checkout, refused) });
  });

  app.post('/local/checkout/:id/interval', async (request, reply) => {
    requireOwnOrigin(services.config, request);
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { id, teamName, currency } = visit.checkout;
    const interval = fieldsOf(request.body)['interval'] === 'year' ? 'year' : 'month';
    const unitAmount = unitAmountIn(currency, interval);
    if (teamName === null && unitAmount !== undefined)
      await database.db
        .update(paymentSessions)
        .set({ interval, unitAmount })
        .where(and(eq(paymentSessions.id, id), eq(paymentSessions.status, 'open')));
    return reply.redirect(pathOf(visit), 303);
  });

  app.post('/local/checkout/:id/pay', async (request, reply) => {
    requireOwnOrigin(services.config, request);
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { card = '', interval = visit.checkout.interval } = fieldsOf(request.body);
    // If another tab has changed the price, the buyer has to see it before paying.
    if (interval !== visit.checkout.interval) return refuse(reply, visit, 'price');
    if (!isCard(card)) return refuse(reply, visit, 'number');
    if (isDeclined(card)) return refuse(reply, visit, 'declined');
    const { id } = visit.checkout;
    if (await payCheckout(database, id, services.now())) {
      await confirmCheckout(services, id);
      await setCard(database, subscriptionOf(id), card, services.now());
    }
    return reply.redirect(`/subscribed?session_id=${encodeURIComponent(id)}`, 303);
  });

  app.post('/local/checkout/:id/cancel', async (request, reply) => {
    requireOwnOrigin(services.config, request);
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    return reply.redirect(`/subscribed?canceled=true&expire_session_id=${encodeURIComponent(visit.checkout.id)}`, 303);
  });
};
