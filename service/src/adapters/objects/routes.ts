import { basename } from 'node:path';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError, forbidden, notFound } from '../../errors.ts';
import { mayRead } from '../../domain/files/references.ts';
import { readCookie, sessionCookie } from '../../http/cookies.ts';
import type { Services } from '../../services.ts';
import { type SignedQuery, TooLarge } from './local.ts';

type ObjectRequest = FastifyRequest<{ Params: { '*': string }; Querystring: SignedQuery }>;

const notYours = () => forbidden('Failed to authenticate your ownership of this resource.');
/** Only the name is kept of what people call their files; quotes and controls end a header early. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * `/objects/<key>` of the local store: GET for who holds a signed link or may read the object, PUT for who holds a signed
 * link. What is stored is always an attachment of its declared type, never a page of the product.
 */
export const addObjectRoutes = async (
  app: FastifyInstance,
  { database, objects, sessions }: Services,
): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  const mayOpen = async (request: ObjectRequest, key: string): Promise<boolean> => {
    const token = readCookie(request.headers.cookie, sessionCookie);
    const viewer = token === undefined ? undefined : await sessions.viewer(token);
    return viewer !== undefined && (await mayRead(database.db, viewer.id, key));
  };

  app.get('/objects/*', { exposeHeadRoute: false }, async (request: ObjectRequest, reply) => {
    const key = request.params['*'];
    if (!objects.verifies('GET', key, request.query) && !(await mayOpen(request, key))) throw notYours();
    const found = await objects.read(key);
    if (!found) throw notFound('This file does not exist.');
    return reply
      .headers({
        'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(found.type) ? found.type : 'application/octet-stream',
        'content-length': found.size,
        'content-disposition': attachment(found.name),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=3600',
      })
      .send(found.content);
  });

  app.put('/objects/*', { bodyLimit: upload.perFile }, async (request: ObjectRequest, reply) => {
    const key = request.params['*'];
    const type = request.headers['content-type'] ?? '';
    if (!objects.verifies('PUT', key, request.query)) throw notYours();
    if (type !== request.query.type) throw forbidden('The type of this file is not the one that was announced.');
    try {
      await objects.receive(key, { name: basename(key), type }, request.raw, upload.perFile);
    } catch (error) {
      if (error instanceof TooLarge) throw new CallError(413, 'This file is too large.');
      throw error;
    }
    return reply.status(204).send();
  });
};
