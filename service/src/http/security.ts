import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../domain/parts.ts';
import { DomainError } from '../domain/domain-error.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Fixed headers on every answer; a route may set its own in their place. */
export const addSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
};

/** A change of state comes from a page of the product's own, as the browser's Origin header proves. */
export const requireOwnOrigin = (config: Settings, request: FastifyRequest): void => {
  const { origin } = request.headers;
  if (origin === undefined || !config.origins.includes(origin)) throw new DomainError('foreign-origin');
};

/** Some reads make something, as a link: no other site may begin one. Browsers without the header send no cookie across sites. */
export const refuseOtherSites = (config: Settings, request: FastifyRequest): void => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = origin !== undefined && config.origins.includes(origin);
  if (!own && (site === 'cross-site' || site === 'same-site')) throw new DomainError('foreign-origin');
};

/** Forms and plain text can be sent from any site without asking: only JSON is taken. */
export const requireJson = (request: FastifyRequest): void => {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('not-json');
};
