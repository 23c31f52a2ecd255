import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Implementation, UserContext } from '../calls/implement.ts';
import type { Registry } from '../calls/registry-type.ts';
import { findLocation } from '../domain/accounts/locations.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { Services } from '../calls/services.ts';
import { requireAccess, requireTeamAccess } from './access.ts';
import { basedOn, requireSamePerson, setPersonHeader } from './preconditions.ts';
import {
  attemptCookie,
  deviceCookie,
  readCookie,
  sessionCookie,
  writeAttempt,
  writeDevice,
  writeSession,
} from './cookies.ts';
import { checkInput } from './input.ts';
import { openLines } from './lines.ts';
import { refuseOtherSites, requireJson, requireOwnOrigin } from './security.ts';

export const basePath = '/api';
/**
 * The browser that sends a report. The edge sets it after it verified the browser's token, and drops it from clients.
 */
export const reporterHeader = 'x-atrium-reporter';
const kilobyte = 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call that the route answers. */
    call?: string;
  }
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
}

/** What a proxy sends for an address that it does not know. */
const unknownCountry = 'XX';

const countryOf = ({ config }: Services, request: FastifyRequest): string | undefined => {
  const country = config.countryHeader === undefined ? undefined : request.headers[config.countryHeader];
  if (typeof country !== 'string' || !/^[A-Z]{2}$/i.test(country)) return undefined;
  return country.toUpperCase() === unknownCountry ? undefined : country.toUpperCase();
};

const viewerOf = async (services: Services, request: FastifyRequest): Promise<Viewer | undefined> => {
  const token = readCookie(request.headers.cookie, sessionCookie);
  if (token === undefined) return undefined;
  return services.sessions.viewer(token, () =>
    findLocation(services.location, { ip: request.ip ?? '', country: countryOf(services, request) }),
  );
};

const closedOf = ({ raw }: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
};

const contextOf = (services: Services, call: CallDef, request: FastifyRequest, reply: FastifyReply): UserContext => {
  const { config } = services;
  const { origin, cookie } = request.headers;
  return {
    services,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the access rule has refused a call that needs a user and has none
    user: request.viewer as Viewer,
    ip: request.ip ?? '',
    country: countryOf(services, request),
    origin: origin !== undefined && config.origins.includes(origin) ? origin : config.origins[0],
    userAgent: request.headers['user-agent'],
    token: readCookie(cookie, sessionCookie),
    deviceToken: readCookie(cookie, deviceCookie),
    attemptToken: readCookie(cookie, attemptCookie),
    reporter: /^[\w-]{8,64}$/.exec(String(request.headers[reporterHeader] ?? ''))?.[0],
    setAttempt: (attempt) => writeAttempt(reply, config, attempt),
    setSession: (session) => writeSession(reply, config, session),
    setDevice: (token) => writeDevice(reply, config, token),
    basedOn: basedOn(call, request),
    closed: () => closedOf(reply),
    log: request.log,
  };
};

type Respond<Result> = (
  implementation: Implementation,
  context: UserContext,
  input: unknown,
  reply: FastifyReply,
  live: Set<AbortController>,
) => Promise<Result>;

/**
 * Not an async function, whose frame would keep the context until the stream ends. A browser may follow changes for
 * days: then only what the handler keeps stays in memory, without the user as they were when the stream began.
 */
const streamLines: Respond<FastifyReply> = ({ call, stream }, context, input, reply, live) => {
  const { log } = context;
  const { lines, started, end } = openLines(reply, live);
  reply.request.viewer = undefined;
  const streamed = stream?.(context, input, lines) ?? Promise.resolve();
  return streamed
    .catch((error: unknown) => {
      if (!started()) throw error;
      log.error({ err: error, call: call.name }, 'A stream failed.');
    })
    .then(() => {
      end();
      return reply;
    });
};

const respond: Respond<unknown> = (implementation, context, input, reply, live) => {
  const { call, answer } = implementation;
  if (!answer) return streamLines(implementation, context, input, reply, live);
  return answer(context, input).then((output) => schemaFor(call.output).parse(output));
};

/** Adds one route for each call of the registry. `live` collects the open streams. */
export const addCalls = (
  app: FastifyInstance,
  services: Services,
  registry: Registry,
  live: Set<AbortController>,
): void => {
  app.decorateRequest('viewer', undefined);
  const addCall = (implementation: Implementation) => {
    const { call }: { readonly call: CallDef } = implementation;
    app.route({
      method: call.method,
      url: basePath + call.path,
      exposeHeadRoute: false,
      bodyLimit: (call.access === 'visitor' ? 64 : 10 * kilobyte) * kilobyte,
      config: { call: call.name },
      onRequest: async (request, reply) => {
        if (call.method === 'POST') {
          requireOwnOrigin(services.config, request);
          requireJson(request);
        } else refuseOtherSites(services.config, request);
        request.viewer = await viewerOf(services, request);
        setPersonHeader(reply, request.viewer);
        requireSamePerson(call, request, request.viewer);
        requireAccess(call, request.viewer, services.now());
      },
      handler: async (request, reply) => {
        const input = checkInput(call, call.method === 'GET' ? request.query : request.body);
        await requireTeamAccess(call, services, request.viewer, input);
        return respond(implementation, contextOf(services, call, request, reply), input, reply, live);
      },
    });
  };
  for (const implementation of Object.values(registry)) addCall(implementation);
};
