import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '../../db/id.ts';
import type { ObjectBytes } from './bytes.ts';
import { type NewObject, objectUrl, type SignedObjectStore } from '../../ports/objects.ts';

const safeCharacters = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.\s]+/, '');

/** Bytes. File systems accept 255, of which the folder of objects needs some while it writes. */
const maxName = 200;

/** The end of a name, which has its extension, in whole characters. */
const safeName = (name: string): string =>
  Buffer.from(safeCharacters(name))
    .subarray(-maxName)
    .toString()
    .replace(/^\uFFFD+/, '') || 'file';

const keyFor = ({ folder, owner, name }: NewObject): string => `${folder}/${owner}/${newId()}/${safeName(name)}`;

/**
 * Adds signed links to a storage. Links are signed by HMAC with the first of `secrets`; signatures of all are accepted.
 */
export const createSignedObjects = (
  bytes: ObjectBytes,
  secrets: readonly [Buffer, ...Buffer[]],
  now: () => number = Date.now,
): SignedObjectStore => {
  const sign = (secret: Buffer, method: string, key: string, expires: string, type: string): Buffer =>
    createHmac('sha256', secret).update([method, key, expires, type].join('\n')).digest();
  const signedLink = (method: string, key: string, seconds: number, type = ''): string => {
    const expires = String(now() + seconds * 1000);
    const signature = sign(secrets[0], method, key, expires, type).toString('hex');
    return `${objectUrl(key)}?${new URLSearchParams({ expires, ...(type ? { type } : {}), signature })}`;
  };

  return {
    async put(object) {
      const key = keyFor(object);
      await bytes.write(key, object, Readable.from([object.content]), object.content.length);
      return { key, url: objectUrl(key) };
    },
    signedGet: (key, seconds) => signedLink('GET', key, seconds),
    signedPut(object, seconds) {
      const key = keyFor(object);
      return { key, uploadUrl: signedLink('PUT', key, seconds, object.type) };
    },
    read: (key, range) => bytes.read(key, range),
    revise: (key, info, content) => bytes.revise(key, info, content),
    remove: (key) => bytes.remove(key),
    verifies(method, key, { expires = '', type = '', signature = '' }) {
      if (!/^[0-9a-f]{64}$/.test(signature) || !(Number(expires) > now())) return false;
      const given = Buffer.from(signature, 'hex');
      return secrets.some((secret) => timingSafeEqual(given, sign(secret, method, key, expires, type)));
    },
    receive: (key, info, body, limit) => bytes.write(key, info, body, limit),
  };
};
