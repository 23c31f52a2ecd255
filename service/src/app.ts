import { answerOf } from '@atrium/shared-kernel/contracts/failures/answer';
import { isUndeclared, secondsToWait, toHttp } from './http/failure.ts';
import { inNetworks } from '@atrium/shared-kernel/network/proxies';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addFaviconRoute } from './http/favicons.ts';
import { addObjectRoutes } from './http/objects.ts';
import { onEnd } from './telemetry/on-end.ts';
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

/** Milliseconds to wait for the remaining body of a refused request. */
const discardTimeout = 10_000;

/**
 * Reads and discards the remaining body of a request. Closing a connection while the client still sends resets it, and
 * the reset may overtake the answer. Clients that send for too long are not waited for.
 */
const discardBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    const timer = setTimeout(resolve, discardTimeout);
    for (const event of ['end', 'close', 'error'] as const)
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    request.resume();
  });

const trustIn = (networks: readonly string[]) => {
  const isTrusted = inNetworks(networks);
  // A connection over the Unix socket has no address. Only the edge can open that socket.
  return (address: string | undefined) => address === undefined || isTrusted(address);
};

const inProduction = process.env['NODE_ENV'] === 'production';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const addErrors = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error, request, reply) => {
    const { url: route, config } = request.routeOptions;
    const undeclared = isUndeclared(config.call, error);
    // In production the caller still gets this answer. Elsewhere it becomes a 500, so that tests notice the missing
    // code.
    const { status, body, unexpected } = toHttp(undeclared && !inProduction ? new Error('undeclared') : error);
    if (undeclared) request.log.error({ err: error, route }, 'A call failed with an undeclared code.');
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

/** Logs one line per request: route, method, status and duration, and nothing about the user. */
const addAccessLog = (app: FastifyInstance): void => {
  onEnd(app, (request, reply, aborted) => {
    const { url: route, method } = request.routeOptions;
    const status = reply.raw.headersSent ? { status: reply.statusCode } : {};
    const line = { route, method, ...status, ms: Math.round(reply.elapsedTime) };
    if (aborted) request.log.info({ ...line, aborted }, 'The client left.');
    else request.log.info(line, 'Answered.');
  });
};

/**
 * Ends each connection with its next response while the service drains. Whoever is in front keeps connections open, and
 * would otherwise go on sending new replies over them, so that the instance is never idle.
 */
const addDraining = (app: FastifyInstance, { replies }: Services): void => {
  app.addHook('onRequest', async (_request, reply) => {
    if (replies.draining) reply.header('connection', 'close');
  });
};

/** Milliseconds that running requests get to finish when the service closes. */
const closeTimeout = 2000;

/**
 * Builds the service on `services`, ready to listen or for injected requests. Closing it ends its live streams first.
 */
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
  // Only the edge knows which browser sent a report, so the header is accepted from nobody else.
  app.addHook('onRequest', async (request) => {
    if (!trusts(request.socket.remoteAddress)) delete request.headers[reporterHeader];
  });
  const live = new Set<AbortController>();
  app.addHook('preClose', async () => {
    // Connections whose streams end now must not stay open for another request: closing would wait for them.
    app.server.keepAliveTimeout = 1;
    for (const stream of live) stream.abort();
    // If a browser disappears in the middle of a stream, its connection may never count as idle.
    setTimeout(() => app.server.closeAllConnections(), closeTimeout).unref();
  });
  app.addHook('onClose', () => services.background.close());
  app.addHook('onClose', () => services.imports.close());
  app.addHook('onClose', () => services.changes.close());
  addDraining(app, services);
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
