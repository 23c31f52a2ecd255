import { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WorkspaceProvider } from '../ports/consent.ts';
import { consentProfiles } from '../ports/consent-profiles.ts';
import { type ConsentOutcome, finishConsent } from '../domain/integrations/integrations.ts';
import type { Services } from '../calls/services.ts';
import { basePath } from './calls.ts';
import { readCookie, sessionCookie } from './cookies.ts';

/** Characters of a query string. No provider sends more. */
const maxLength = 8192;

/**
 * Adds the callbacks to which the workspace services send the browser back (A7.32). Each answer is accepted once, by
 * its `state`, in the session of the product admin who requested it. The product's page then shows the outcome.
 */
export const addConsentCallbacks = (app: FastifyInstance, services: Services): void => {
  const receive = async (request: FastifyRequest, provider: WorkspaceProvider): Promise<ConsentOutcome> => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    const viewer = token === undefined ? undefined : await services.sessions.viewer(token);
    const { search } = new URL(request.url, 'http://any');
    if (!viewer?.booktAdmin || search.length > maxLength) return 'failed';
    const query = new URLSearchParams(search);
    return finishConsent(services, { userId: viewer.id, provider, query }, request.log);
  };
  const add = (provider: WorkspaceProvider) =>
    app.get(basePath + consentProfiles[provider].callback, { exposeHeadRoute: false }, async (request, reply) => {
      const outcome = await receive(request, provider);
      return reply.redirect(`/integrations?${new URLSearchParams({ provider, outcome })}`, 303);
    });
  for (const provider of workspaceProviders) add(provider);
};
