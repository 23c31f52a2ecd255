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
import { checkoutView, type Refused } from './checkout-view.ts';
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
          : ['This checkout has ended', 'It was canceled or has expired. Nothing was charged.'];
      sendNotice(reply, checkout ? 410 : 404, { title, text, link: '/', label: 'Back to Atrium' });
      return undefined;
    }
    return { viewer, checkout };
  };

/** Adds the local provider's checkout page with Pay and Cancel. Only the buyer can open it. */
export const addCheckoutPages = (app: FastifyInstance, services: Services, viewerOf: ViewerOf): void => {
  const { database } = services;
  const readVisit = createVisits(services, viewerOf);

  const show = (reply: FastifyReply, { checkout }: Visit, status = 200, refused: Refused = {}) =>
    sendPage(reply, status, { title: 'Checkout', content: checkoutView(checkout, refused) });

  app.get('/local/checkout/:id', async (request, reply) => {
    const visit = await readVisit(request, reply);
    return visit ? show(reply, visit) : reply;
  });

  // A browser that restores the page of a refused payment requests its address without the form.
  app.get('/local/checkout/:id/pay', (request, reply) =>
    reply.redirect(`/local/checkout/${encodeURIComponent(fieldsOf(request.params)['id'] ?? '')}`, 303),
  );

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
    return reply.redirect(`/local/checkout/${encodeURIComponent(id)}`, 303);
  });

  app.post('/local/checkout/:id/pay', async (request, reply) => {
    requireOwnOrigin(services.config, request);
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { card = '', interval = visit.checkout.interval } = fieldsOf(request.body);
    // If another tab has changed the price, the buyer has to see it before paying.
    if (interval !== visit.checkout.interval)
      return show(reply, visit, 409, {
        card,
        error: 'You chose another price in another tab. Check the amount before you pay.',
      });
    if (!isCard(card))
      return show(reply, visit, 400, { card, cardError: 'Please enter a card number of 12 to 19 digits.' });
    if (isDeclined(card))
      return show(reply, visit, 402, {
        card,
        cardError: 'The card was declined. Nothing was charged. Try another card.',
      });
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
