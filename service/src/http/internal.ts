import type { FastifyInstance } from 'fastify';
import { healthSince } from '../domain/health/release-health.ts';
import type { Services } from '../services.ts';

const longest = 24 * 60;

/**
 * For the operator's tools, on the service's own address: the edge passes nothing below `/internal` on.
 * `GET /internal/releases?minutes=30`: how versions of remotes fared, `{ releases: VersionHealth[] }`.
 */
export const addInternalRoutes = (app: FastifyInstance, { database, now }: Services): void => {
  app.get<{ Querystring: { minutes?: string } }>('/internal/releases', { exposeHeadRoute: false }, (request) => {
    const minutes = Math.min(longest, Math.max(1, Number(request.query.minutes ?? 30) || 30));
    return healthSince(database.db, now() - minutes * 60_000).then((releases) => ({ releases }));
  });
};
