import type { FastifyInstance, FastifyRequest } from 'fastify';
import { basePath } from './calls.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import type { Services } from '../calls/services.ts';
import { siteOf } from '../domain/site.ts';
import { DomainError } from '../domain/domain-error.ts';

const iconsOfUser = { name: 'favicons', points: 240, seconds: 60 } as const;
/** Seconds. The browser caches an icon for as long as the service does. */
const week = 7 * 24 * 60 * 60;

/**
 * `<base>/favicon?domain=…&size=16`: the icon of a site that an answer cites, for signed-in users (B7.39). The service
 * fetches it, so the site learns nothing about the user.
 */
export const addFaviconRoute = async (app: FastifyInstance, { icons, limits, sessions }: Services): Promise<void> => {
  type IconRequest = FastifyRequest<{ Querystring: { domain?: unknown; size?: unknown } }>;

  app.get(`${basePath}/favicon`, { exposeHeadRoute: false }, async (request: IconRequest, reply) => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    const viewer = token === undefined ? undefined : await sessions.viewer(token);
    if (!viewer) throw new DomainError('not-signed-in');
    const wait = await limits.consume(iconsOfUser, viewer.id);
    if (wait > 0) throw new DomainError('too-many-icons', { wait });
    const { domain, size } = request.query;
    const site = typeof domain === 'string' && size === '16' ? siteOf(domain) : undefined;
    const icon = site === undefined ? undefined : await icons.of(site);
    if (!icon) throw new DomainError('unknown-icon');
    return reply.type(icon.type).header('cache-control', `private, max-age=${week}, immutable`).send(icon.content);
  });
};
