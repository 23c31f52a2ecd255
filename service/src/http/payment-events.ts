import type { FastifyInstance } from 'fastify';
import { ForgedEvent } from '../ports/payments.ts';
import { applyEvent } from '../domain/billing/events.ts';
import type { Services } from '../calls/services.ts';
import { basePath } from './calls.ts';
import { DomainError } from '../domain/domain-error.ts';

/**
 * Adds `<base>/stripe/webhook`, where the payment provider sends its events. It has no session and no origin; it is
 * authenticated by its signature over the raw body. After an answer of 500 the provider sends the event again.
 */
export const addPaymentEvents = (app: FastifyInstance, services: Services): void => {
  const { readEvent } = services.payments;
  if (!readEvent) return;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(`${basePath}/stripe/webhook`, { bodyLimit: 1024 * 1024 }, async (request, reply) => {
    const signature = request.headers['stripe-signature'];
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const event = await readEvent(body, typeof signature === 'string' ? signature : '').catch((error: unknown) => {
      if (!(error instanceof ForgedEvent)) throw error;
      request.log.warn({ err: error.cause }, 'A payment event was rejected.');
      throw new DomainError('forged-event');
    });
    await applyEvent(services, event);
    return reply.send({ received: true });
  });
};
