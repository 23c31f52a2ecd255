import type { FastifyInstance, FastifyRequest } from 'fastify';
import { provider as localPayments } from './payments/local.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { readCookie, sessionCookie } from '../http/cookies.ts';
import type { Services } from '../calls/services.ts';
import type { Config } from '../config.ts';
import { addLocalAssets } from './assets.ts';
import { addCheckoutPages } from './checkout-pages.ts';
import { addInvoicePages } from './invoice-pages.ts';
import { addIdentityPages } from './identity/pages.ts';
import type { StandIn } from './identity/stand-in.ts';
import { addMailPages } from './mail-pages.ts';
import { addPortalPages } from './portal-pages.ts';

/** Whether the test clock of subscriptions is available. It never is in a public product. */
export const hasTestClock = ({
  payments: { stripe },
  public: isPublic,
}: Pick<Config, 'payments' | 'public'>): boolean => !stripe && !isPublic;

export interface PageParts {
  readonly config: Config;
  readonly standIn: StandIn | undefined;
}

/** Adds the pages below `/local/` that replace those of outside providers. */
export const addLocalPages = (app: FastifyInstance, services: Services, { config, standIn }: PageParts): void => {
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
    addPortalPages(app, services, viewerOf, hasTestClock(config));
    addInvoicePages(app, services, viewerOf);
  }
  if (standIn) addIdentityPages(app, services, standIn);
  if (config.mailbox) addMailPages(app, services, config.smtp !== undefined);
};
