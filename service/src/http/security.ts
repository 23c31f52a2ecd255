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

/** Sets fixed headers on every answer. A route may override them. */
export const addSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
};

/** Refuses a change of state unless it comes from a page of the product, as the browser's Origin header proves. */
export const requireOwnOrigin = (config: Settings, request: FastifyRequest): void => {
  const { origin } = request.headers;
  if (origin === undefined || !config.origins.includes(origin)) throw new DomainError('foreign-origin');
};

/**
 * Refuses reads that another site starts, because some reads create something, such as a link. Browsers that send no
 * `Sec-Fetch-Site` send no cookie across sites either.
 */
export const refuseOtherSites = (config: Settings, request: FastifyRequest): void => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = origin !== undefined && config.origins.includes(origin);
  if (!own && (site === 'cross-site' || site === 'same-site')) throw new DomainError('foreign-origin');
};

/** Accepts JSON only: any site can send forms and plain text without a CORS preflight. */
export const requireJson = (request: FastifyRequest): void => {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('not-json');
};
