import type { FastifyInstance, FastifyRequest } from 'fastify';
import { provider as localPayments } from './payments/local.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { readCookie, sessionCookie } from '../http/cookies.ts';
import type { Services } from '../calls/services.ts';
import { addLocalAssets } from './assets.ts';
import { addCheckoutPages } from './checkout-pages.ts';
import { addInvoicePages } from './invoice-pages.ts';
import { addIdentityPages } from './identity/pages.ts';
import { addMailPages } from './mail-pages.ts';
import { addPortalPages } from './portal-pages.ts';

/** The service's own pages, below `/local/`: what outside providers would show. */
export const addLocalPages = (app: FastifyInstance, services: Services): void => {
  const viewerOf = async (request: FastifyRequest): Promise<Viewer | undefined> => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    return token === undefined ? undefined : services.sessions.viewer(token);
  };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  addLocalAssets(app);
  if (services.payments.provider === localPayments) {
    addCheckoutPages(app, services, viewerOf);
    addPortalPages(app, services, viewerOf);
    addInvoicePages(app, services, viewerOf);
  }
  if (services.identityStandIn) addIdentityPages(app, services, services.identityStandIn);
  if (services.config.mailbox) addMailPages(app, services, viewerOf);
};
