import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attempt, IdentityError, type Provider } from '../ports/identity.ts';
import type { Services } from '../calls/services.ts';
import { basePath } from './calls.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The query of the provider's page, and the same values in the order in which the page's call sends them. */
interface Answer {
  readonly query: Readonly<Record<string, string>>;
  readonly credentials: readonly string[];
}

/** Characters of a field. The calls accept no more. */
const maxLength = 8192;

const read = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
};

/** What each provider's page receives (A2.08 to A2.10): the ID token from Google, a code from the others. */
const answers: Readonly<
  Record<Provider, (services: Services, attempt: Attempt, code: string, fields: Fields) => Promise<Answer>>
> = {
  google: async ({ identity }, attempt, code) => {
    const credential = await identity.exchange('google', code, attempt);
    return { query: { credential }, credentials: [credential] };
  },
  apple: async (_services, _attempt, code, fields) => {
    const user = read(fields, 'user');
    return { query: { code, ...(user ? { user } : {}) }, credentials: [code, user ?? ''] };
  },
  azure: async (_services, _attempt, code, fields) => {
    const [info, state] = [read(fields, 'client_info'), read(fields, 'session_state')];
    const query = { code, ...(info ? { client_info: info } : {}), ...(state ? { session_state: state } : {}) };
    return { query, credentials: [code, info ?? '', state ?? ''] };
  },
};

/** The answer for the provider's page; undefined for a refusal, an unknown `state`, or a repeated answer. */
const receive = async (services: Services, provider: Provider, fields: Fields): Promise<Answer | undefined> => {
  const { identity, signInAttempts } = services;
  const [state, code] = [read(fields, 'state'), read(fields, 'code')];
  if (state === undefined || !identity.providers.includes(provider)) return undefined;
  const attempt = await signInAttempts.find(provider, state);
  if (!attempt) return undefined;
  await identity.checkIssuer(provider, read(fields, 'iss'));
  if (code === undefined) {
    await signInAttempts.cancel(provider, state);
    return undefined;
  }
  const answer = await answers[provider](services, attempt, code, fields);
  return (await signInAttempts.storeAnswer(provider, state, answer.credentials)) ? answer : undefined;
};

/**
 * Adds the callbacks to which the providers send the browser back: `<base>/auth/<provider>/callback`, by GET or by a
 * form that their page posts. Each redirects to the product's page for the provider; without parameters if the sign-in
 * cannot go on, which that page shows as a failure. A callback signs nobody in: the page's call does, with its
 * browser's cookie.
 */
export const addIdentityCallbacks = (app: FastifyInstance, services: Services): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  const add = (provider: Provider) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const fields: Fields = Object(request.method === 'POST' ? request.body : request.query);
      const answer = await receive(services, provider, fields).catch((error: unknown) => {
        if (!(error instanceof IdentityError)) throw error;
        request.log.warn(
          { provider, fault: error.fault, err: error.cause },
          'The response of an identity provider was rejected.',
        );
        return undefined;
      });
      const query = answer ? `?${new URLSearchParams(answer.query)}` : '';
      return reply.redirect(`/auth/${provider}${query}`, 303);
    };
    app.route({
      method: ['GET', 'POST'],
      url: `${basePath}/auth/${provider}/callback`,
      exposeHeadRoute: false,
      bodyLimit: 64 * 1024,
      handler,
    });
  };
  for (const provider of identityProviders) add(provider);
};
