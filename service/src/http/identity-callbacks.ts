import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attempt, IdentityError, type Provider } from '../ports/identity.ts';
import type { Services } from '../calls/services.ts';
import { basePath } from './calls.ts';

type Fields = Readonly<Record<string, unknown>>;
/** What the provider's page gets in its query, and the same as its call hands it in, in that order. */
interface Answer {
  readonly query: Readonly<Record<string, string>>;
  readonly handedIn: readonly string[];
}

/** As much as the calls take. */
const longest = 8192;

const read = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
};

/** What each provider's page is given (A2.08 to A2.10). Google's gets the ID token, the others a code to hand in. */
const answers: Readonly<
  Record<Provider, (services: Services, attempt: Attempt, code: string, fields: Fields) => Promise<Answer>>
> = {
  google: async ({ identity }, attempt, code) => {
    const credential = await identity.exchange('google', code, attempt);
    return { query: { credential }, handedIn: [credential] };
  },
  apple: async (_services, _attempt, code, fields) => {
    const user = read(fields, 'user');
    return { query: { code, ...(user ? { user } : {}) }, handedIn: [code, user ?? ''] };
  },
  azure: async (_services, _attempt, code, fields) => {
    const [info, state] = [read(fields, 'client_info'), read(fields, 'session_state')];
    const query = { code, ...(info ? { client_info: info } : {}), ...(state ? { session_state: state } : {}) };
    return { query, handedIn: [code, info ?? '', state ?? ''] };
  },
};

/** The answer to give to the provider's page; none for a refusal, a state that is not known, an answer that came before. */
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
  return (await signInAttempts.storeAnswer(provider, state, answer.handedIn)) ? answer : undefined;
};

/**
 * Where the providers send the browser back to: `<base>/auth/<provider>/callback`, by GET, or by a form that their page
 * posts. Each answers with the provider's page of the product; without parameters, which that page takes for a failure,
 * where there is nothing to go on with. It signs nobody in: that is the page's call, with the cookie of its browser.
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
        request.log.warn({ provider, fault: error.fault, err: error.cause }, 'An answer of a provider was refused.');
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
