import { exportAddress } from '@atrium/shared-kernel/contracts/entities/data';
import type { FastifyInstance } from 'fastify';
import type { Limit } from '../ports/limits.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import type { Services } from '../calls/services.ts';
import { exportArchive } from '../domain/export/archive.ts';
import { DomainError } from '../domain/domain-error.ts';

const exports: Limit = { name: 'exports', points: 6, seconds: 3600 };

/** `GET /api/export`: the caller's own data as a download. Other sites cannot start one. */
export const addExportRoute = (app: FastifyInstance, services: Services): void => {
  app.get(exportAddress, { exposeHeadRoute: false }, async (request, reply) => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    const viewer = token === undefined ? undefined : await services.sessions.viewer(token);
    if (!viewer) throw new DomainError('not-signed-in');
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new DomainError('foreign-export');
    const wait = await services.limits.consume(exports, viewer.id);
    if (wait > 0) throw new DomainError('too-many-exports', { wait });
    const day = new Date(services.now()).toISOString().slice(0, 10);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="atrium-export-${day}.zip"`,
        'cache-control': 'private, no-store',
      })
      .send(exportArchive(services, viewer, request.log));
  });
};
