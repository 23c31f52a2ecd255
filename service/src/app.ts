import { answerOf } from '@atrium/shared-kernel/contracts/failures/answer';
import { isUndeclared, secondsToWait, toHttp } from './http/failure.ts';
import { BlockList, isIPv6 } from 'node:net';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addFaviconRoute } from './http/favicons.ts';
import { addObjectRoutes } from './http/objects.ts';
import { registry } from './calls/registry.ts';
import { addExportRoute } from './http/export.ts';
import { addCalls, reporterHeader } from './http/calls.ts';
import { addConsentCallbacks } from './http/consent-callbacks.ts';
import { addIdentityCallbacks } from './http/identity-callbacks.ts';
import { addInternalRoutes } from './http/internal.ts';
import { addOperatorLogin } from './http/operator-login.ts';
import { addOpenApi } from './http/reference-page.ts';
import { addPaymentEvents } from './http/payment-events.ts';
import { addSecurityHeaders } from './http/security.ts';
import type { Services } from './calls/services.ts';
import type { LocalParts } from './compose/local-parts.ts';
import { addTelemetry } from './telemetry/requests.ts';
import type { IncomingMessage } from 'node:http';

/** Milliseconds. */
const longestRead = 10_000;

/**
 * Reads what is left of a request and forgets it. A connection that is closed before its request has come whole is reset,
 * and the reset may overtake the answer. Whoever sends for too long is not waited for.
 */
const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    const timer = setTimeout(resolve, longestRead);
    for (const event of ['end', 'close', 'error'] as const)
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    request.resume();
  });

const trustIn = (networks: readonly string[]) => {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  // A Unix socket has no address: whoever may open it is the edge.
  return (address: string | undefined) =>
    address === undefined ||
    trusted.check(address.replace(/^::ffff:/, ''), isIPv6(address) && !address.startsWith('::ffff:') ? 'ipv6' : 'ipv4');
};

const inProduction = process.env['NODE_ENV'] === 'production';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const addErrors = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error, request, reply) => {
    const { url: route, config } = request.routeOptions;
    const undeclared = isUndeclared(config.call, error);
    // Who asked gets the answer all the same; while the product is made, it is a fault.
    const { status, body, unexpected } = toHttp(undeclared && !inProduction ? new Error('undeclared') : error);
    if (undeclared) request.log.error({ err: error, route }, 'A call failed with a code that it does not declare.');
    else if (unexpected) request.log.error({ err: error, route }, 'A request failed.');
    if (status === 413) await discardBody(request.raw);
    const seconds = secondsToWait(body);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    return reply.status(status).type('application/json; charset=utf-8').send(body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const { status, body } = answerOf('unknown-address');
    const url = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => app.hasRoute({ method, url }));
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    return reply.status(allowed.length > 0 ? 405 : status).send(body);
  });
};

/** One line for each answer: what, how it went, how long; nothing of the person. */
const addAccessLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { url, method } = request.routeOptions;
    request.log.info({ route: url, method, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'Answered.');
  });
};

/** Milliseconds that requests under way have when the service closes. */
const closingTime = 2000;

/** The service on `services`, ready to listen or to be injected. Closing it ends its live streams first. */
export const buildApp = async (
  services: Services,
  local: Pick<LocalParts, 'addPages'> | undefined,
  log?: FastifyBaseLogger,
): Promise<FastifyInstance> => {
  const trusts = trustIn(services.config.trustedProxies);
  const app = fastify({
    ...(log ? { loggerInstance: log } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusts as (address: string) => boolean,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true },
  });
  app.removeContentTypeParser('text/plain');
  // Whose report it is, only the edge knows.
  app.addHook('onRequest', async (request) => {
    if (!trusts(request.socket.remoteAddress)) delete request.headers[reporterHeader];
  });
  const live = new Set<AbortController>();
  app.addHook('preClose', async () => {
    // A connection whose stream ends from now on is not kept for a next request: closing would wait for it.
    app.server.keepAliveTimeout = 1;
    for (const stream of live) stream.abort();
    // A browser that went away in the middle of a stream can leave a connection that never counts as idle.
    setTimeout(() => app.server.closeAllConnections(), closingTime).unref();
  });
  app.addHook('onClose', () => services.background.settled());
  app.addHook('onClose', () => services.imports.close());
  app.addHook('onClose', () => services.changes.close());
  addTelemetry(app);
  addSecurityHeaders(app);
  addErrors(app);
  addAccessLog(app);
  addCalls(app, services, registry, live);
  addInternalRoutes(app, services);
  addOperatorLogin(app, services);
  addOpenApi(app);
  addExportRoute(app, services);
  await app.register(async (icons) => addFaviconRoute(icons, services));
  await app.register(async (callbacks) => addIdentityCallbacks(callbacks, services));
  await app.register(async (callbacks) => addConsentCallbacks(callbacks, services));
  await app.register(async (events) => addPaymentEvents(events, services));
  if (local) await app.register(async (pages) => local.addPages(pages, services));
  await app.register(async (objects) => addObjectRoutes(objects, services));
  return app;
};
