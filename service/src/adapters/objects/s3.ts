import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { AlreadyStored, atMost, isObjectKey, type ObjectBytes } from './bytes.ts';
import type { ObjectInfo } from '../../ports/objects.ts';

export interface S3Settings {
  /** Of the bucket and the prefix in it, without a slash at its end. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const described = ({ name, type }: ObjectInfo) => ({
  'content-type': 'application/octet-stream',
  'x-amz-meta-name': encodeURIComponent(name),
  'x-amz-meta-type': encodeURIComponent(type),
});
const infoOf = (headers: Headers): ObjectInfo => ({
  name: decodeURIComponent(headers.get('x-amz-meta-name') ?? 'file'),
  type: decodeURIComponent(headers.get('x-amz-meta-type') ?? 'application/octet-stream'),
});
const sizeOf = (headers: Headers): number =>
  Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length') ?? 0);

/**
 * Objects in a bucket of an S3-compatible store. An upload is gathered below `folder` first: a store wants to know its
 * size, and half of one is nothing. Every function rejects where the store refuses.
 */
export const s3Bytes = (settings: S3Settings, folder: string): ObjectBytes => {
  const { url, ...credentials } = settings;
  const reading = new AwsClient({ ...credentials, service: 's3', retries: 4 });
  // A write that is tried again could find its own first try and take it for somebody else's.
  const writing = new AwsClient({ ...credentials, service: 's3', retries: 0 });
  const place = (key: string) => `${url}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const checked = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`Not an object's key: ${key}`);
    return place(key);
  };
  const must = async (response: Response, what: string): Promise<void> => {
    const said = await response.text();
    if (!response.ok) throw new Error(`The store did not ${what}: ${response.status} ${said.slice(0, 300)}`);
  };

  const send = async (key: string, info: ObjectInfo, file: string, more: Record<string, string>) => {
    const body = await openAsBlob(file);
    return writing.fetch(checked(key), { method: 'PUT', body, headers: { ...described(info), ...more } });
  };

  return {
    async write(key, info, body, limit) {
      checked(key);
      const draft = join(folder, `${randomUUID()}.part`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      try {
        await pipeline(
          body,
          atMost(limit),
          async function* hashed(chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(draft, { mode: 0o600 }),
        );
        const response = await send(key, info, draft, {
          'if-none-match': '*',
          'x-amz-content-sha256': hash.digest('hex'),
        });
        if (response.status === 412 || response.status === 409) {
          await response.body?.cancel();
          throw new AlreadyStored();
        }
        await must(response, 'take an object');
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key, range) {
      if (!isObjectKey(key)) return undefined;
      const headers = new Headers(range ? { range: `bytes=${range.start}-${range.end}` } : {});
      const response = await reading.fetch(place(key), { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) await must(response, 'give an object');
      const content = response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]);
      return { ...infoOf(response.headers), size: sizeOf(response.headers), content };
    },
    async revise(key, info, content) {
      if (content) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        const headers = { ...described(info), 'x-amz-content-sha256': sha256 };
        const body = new Uint8Array(content);
        await must(await writing.fetch(checked(key), { method: 'PUT', body, headers }), 'take an object');
        return;
      }
      const source = new URL(checked(key)).pathname;
      const headers = { ...described(info), 'x-amz-copy-source': source, 'x-amz-metadata-directive': 'REPLACE' };
      await must(await writing.fetch(place(key), { method: 'PUT', headers }), 'rename an object');
    },
    async remove(key) {
      if (!isObjectKey(key)) return;
      const response = await writing.fetch(place(key), { method: 'DELETE' });
      if (response.status === 404) await response.body?.cancel();
      else await must(response, 'remove an object');
    },
  };
};
