import { basename } from 'node:path';
import { importMax, upload } from '@atrium/shared-kernel/contracts/constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInSharedChat } from '../domain/chats/shared-files.ts';
import { mayRead } from '../domain/files/references.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import type { Services } from '../calls/services.ts';
import { AlreadyStored, type ByteRange, ObjectRemoved, type SignedQuery, TooLarge } from '../ports/objects.ts';
import { DomainError } from '../domain/domain-error.ts';

type ObjectRequest = FastifyRequest<{ Params: { '*': string }; Querystring: SignedQuery & { share?: string } }>;

const tooLarge = () => new DomainError('file-too-large');
const notYours = () => new DomainError('not-your-file');
/** The byte range that a media player requests; undefined unless it is a single range within the object. */
const rangeOf = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : undefined;
};

/** Bytes that may be uploaded under the key. */
const limitOf = (key: string): number => (key.startsWith('imports/') ? importMax : upload.perFile);

/**
 * A header for a download. Quotes and control characters in a name would end the header early, so they are replaced.
 */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/**
 * Adds `/objects/<key>`, wherever the bytes are stored. GET needs a signed link, the right to read the object, or the
 * link of a shared chat that holds it. PUT needs a signed link. Objects are always served as attachments of their
 * declared type, so that none becomes a page of the product.
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
    const { share } = request.query;
    const shared = typeof share === 'string' && (await isInSharedChat(database.db, share, key));
    if (!shared && !objects.verifies('GET', key, request.query) && !(await mayOpen(request, key))) throw notYours();
    const whole = await objects.read(key);
    if (!whole) throw new DomainError('unknown-file');
    const range = rangeOf(request.headers.range, whole.size);
    if (range) whole.content.destroy();
    const found = (range && (await objects.read(key, range))) ?? whole;
    const { start, end } = range ?? { start: 0, end: found.size - 1 };
    return reply
      .status(range ? 206 : 200)
      .headers({
        'content-type': /^[\w.+-]+\/[\w.+-]+$/.test(found.type) ? found.type : 'application/octet-stream',
        'content-length': end - start + 1,
        'accept-ranges': 'bytes',
        ...(range ? { 'content-range': `bytes ${start}-${end}/${found.size}` } : {}),
        'content-disposition': attachment(found.name),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        // Not cached when it is shared, because the link may be revoked at any time.
        'cache-control': shared ? 'private, no-store' : 'private, max-age=3600',
      })
      .send(found.content);
  });

  app.put('/objects/*', { bodyLimit: importMax }, async (request: ObjectRequest, reply) => {
    const key = request.params['*'];
    const type = request.headers['content-type'] ?? '';
    if (!objects.verifies('PUT', key, request.query)) throw notYours();
    if (Number(request.headers['content-length'] ?? 0) > limitOf(key)) throw tooLarge();
    if (type !== request.query.type) throw new DomainError('other-file-type');
    try {
      await objects.receive(key, { name: basename(key), type }, request.raw, limitOf(key));
    } catch (error) {
      if (error instanceof TooLarge) throw tooLarge();
      if (error instanceof AlreadyStored) throw new DomainError('already-uploaded');
      if (error instanceof ObjectRemoved) throw new DomainError('unknown-file');
      throw error;
    }
    return reply.status(204).send();
  });
};
