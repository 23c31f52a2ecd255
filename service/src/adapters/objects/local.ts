import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../db/id.ts';
import { type NewObject, type ObjectInfo, objectUrl, type ObjectStore } from './port.ts';

export interface LocalObjectStore extends ObjectStore {
  /** Whether `query` is a signature that this store made for that method and key, and still holds. */
  verifies(method: 'GET' | 'PUT', key: string, query: SignedQuery): boolean;
  /**
   * Stores an uploaded body under `key`. Keeps nothing where the body breaks off, where it is larger than `limit` bytes
   * (throws `TooLarge`), and where there is an object under the key already (throws `AlreadyStored`).
   */
  receive(key: string, info: ObjectInfo, body: Readable, limit: number): Promise<void>;
}

export interface SignedQuery {
  /** Milliseconds since 1970. */
  readonly expires?: string | undefined;
  readonly type?: string | undefined;
  readonly signature?: string | undefined;
}

export class TooLarge extends Error {}
export class AlreadyStored extends Error {}

/** The signing secret in `folder`, made at the first start; instances that share the folder share it. */
const secretIn = (folder: string): Buffer => {
  const file = join(folder, '.secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file);
};

const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.\s]+/, '')
    .slice(-100) || 'file';

const keyFor = ({ folder, owner, name }: NewObject): string => `${folder}/${owner}/${newId()}/${safeName(name)}`;
const keyPattern = /^[\w-]+\/[\w-]+\/[0-9a-f]{24}\/[^/\\\0]+$/u;

const atMost = (limit: number): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new TooLarge() : null, chunk);
    },
  });
};

/** Objects as files below `folder`, each with its name and type in a file beside it; links are signed by HMAC. */
export const createLocalObjects = (folder: string, now: () => number = Date.now): LocalObjectStore => {
  const secret = secretIn(folder);

  const sign = (method: string, key: string, expires: string, type: string): Buffer =>
    createHmac('sha256', secret).update([method, key, expires, type].join('\n')).digest();
  const signedLink = (method: string, key: string, seconds: number, type = ''): string => {
    const expires = String(now() + seconds * 1000);
    const signature = sign(method, key, expires, type).toString('hex');
    return `${objectUrl(key)}?${new URLSearchParams({ expires, ...(type ? { type } : {}), signature })}`;
  };

  const pathOf = (key: string): string | undefined =>
    keyPattern.test(key) && !key.endsWith('/..') && !key.endsWith('/.') ? join(folder, key) : undefined;

  const describe = async (path: string, { name, type }: ObjectInfo): Promise<void> => {
    const draft = join(dirname(path), `.info.${randomBytes(4).toString('hex')}.part`);
    await writeFile(draft, JSON.stringify({ name, type }));
    await rename(draft, join(dirname(path), '.info.json'));
  };

  const receive: LocalObjectStore['receive'] = async (key, info, body, limit) => {
    const path = pathOf(key);
    if (!path) throw new Error(`Not an object's key: ${key}`);
    const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(body, atMost(limit), createWriteStream(draft, { mode: 0o600 }));
      // Of two that upload at the same time one is the first: a link does not replace what is there.
      await link(draft, path);
      await describe(path, info);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new AlreadyStored() : error;
    } finally {
      await rm(draft, { force: true });
    }
  };

  return {
    async put(object) {
      const key = keyFor(object);
      await receive(key, object, Readable.from([object.content]), object.content.length);
      return { key, url: objectUrl(key) };
    },
    signedGet: (key, seconds) => signedLink('GET', key, seconds),
    signedPut(object, seconds) {
      const key = keyFor(object);
      return { key, uploadUrl: signedLink('PUT', key, seconds, object.type) };
    },
    async read(key, range) {
      const path = pathOf(key);
      if (!path) return undefined;
      try {
        const [{ size }, info] = await Promise.all([stat(path), readFile(join(dirname(path), '.info.json'), 'utf8')]);
        return { ...(JSON.parse(info) as ObjectInfo), size, content: createReadStream(path, range) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async revise(key, info, content) {
      const path = pathOf(key);
      if (!path) throw new Error(`Not an object's key: ${key}`);
      if (content) {
        const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
        await writeFile(draft, content, { mode: 0o600 });
        await rename(draft, path);
      }
      await describe(path, info);
    },
    async remove(key) {
      const path = pathOf(key);
      if (path) await rm(dirname(path), { recursive: true, force: true });
    },
    verifies(method, key, { expires = '', type = '', signature = '' }) {
      if (!/^[0-9a-f]{64}$/.test(signature) || !(Number(expires) > now())) return false;
      return timingSafeEqual(Buffer.from(signature, 'hex'), sign(method, key, expires, type));
    },
    receive,
  };
};
