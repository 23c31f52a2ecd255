import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { atMost, isObjectKey, type ObjectBytes, type S3Settings } from './bytes.ts';
import { AlreadyStored, type ObjectInfo } from '../../ports/objects.ts';

/** Downloads that may run at once. Each occupies a connection for as long as its client reads. */
const connections = 1000;

const nothing = () => undefined;
/** The SDK also throws whatever it would log. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const described = ({ name, type }: ObjectInfo) => ({
  ContentType: 'application/octet-stream',
  Metadata: { name: encodeURIComponent(name), type: encodeURIComponent(type) },
});
const infoOf = ({ name = 'file', type = 'application/octet-stream' }: Record<string, string> = {}): ObjectInfo => ({
  name: decodeURIComponent(name),
  type: decodeURIComponent(type),
});

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const createClients = (settings: Omit<S3Settings, 'bucket' | 'prefix'>) => {
  const client = (options: S3ClientConfig) =>
    new S3Client({
      ...settings,
      ...options,
      forcePathStyle: settings.endpoint !== undefined,
      // Other stores than Amazon's only support the signed checksum.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: silent,
      requestHandler: { httpAgent: { maxSockets: connections }, httpsAgent: { maxSockets: connections } },
    });
  const retrying = client({ maxAttempts: 5 });
  // A retried upload could find its own first attempt and report that the key is in use.
  const uploading = client({ maxAttempts: 1, credentials: retrying.config.credentials });
  return { retrying, uploading };
};

const refused = (what: string, error: unknown): unknown =>
  error instanceof S3ServiceException
    ? new Error(`The object store failed to ${what}: ${statusOf(error)} ${error.name}`, { cause: error })
    : error;

/** Sends an object and signs the request with its known hash, so that the SDK does not read the body twice. */
const sendHashed = async (uploading: S3Client, input: PutObjectCommandInput, sha256: string): Promise<void> => {
  const command = new PutObjectCommand(input);
  command.middlewareStack.add(
    (next) => async (args) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- at the step `build` there is a request of HTTP
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'knownHash' },
  );
  await uploading.send(command);
};

/** Writes an upload to the file `draft` and returns its size and its hash. */
const storeDraft = async (draft: string, body: Parameters<ObjectBytes['write']>[2], limit: number) => {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    body,
    atMost(limit),
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(draft, { mode: 0o600 }),
  );
  return { size, sha256: hash.digest('hex') };
};

/**
 * Stores objects in a bucket of an S3-compatible store. An upload is written to a file below `folder` first, because
 * the store needs its size and incomplete uploads are dropped. Every function rejects if the store refuses.
 */
export const s3Bytes = ({ bucket: Bucket, prefix, ...settings }: S3Settings, folder: string): ObjectBytes => {
  const { retrying, uploading } = createClients(settings);
  const checked = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`Not an object's key: ${key}`);
    return prefix + key;
  };

  return {
    async write(key, info, body, limit) {
      checked(key);
      const draft = join(folder, `${randomUUID()}.part`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        const { size, sha256 } = await storeDraft(draft, body, limit);
        const input = { Bucket, Key: checked(key), ...described(info), IfNoneMatch: '*', ContentLength: size };
        await sendHashed(uploading, { ...input, Body: createReadStream(draft) }, sha256);
      } catch (error) {
        const status = statusOf(error);
        throw status === 412 || status === 409 ? new AlreadyStored() : refused('store an object', error);
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key, range) {
      if (!isObjectKey(key)) return undefined;
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const found = await retrying.send(new GetObjectCommand({ Bucket, Key: checked(key), Range }));
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in Node a body is a stream of Node
        return { ...infoOf(found.Metadata), size, content: found.Body as Readable };
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw refused('read an object', error);
      }
    },
    async revise(key, info, content) {
      const target = { Bucket, Key: checked(key), ...described(info) };
      const CopySource = encodeURI(`${Bucket}/${target.Key}`);
      const change = content
        ? retrying.send(new PutObjectCommand({ ...target, Body: content }))
        : retrying.send(new CopyObjectCommand({ ...target, CopySource, MetadataDirective: 'REPLACE' }));
      try {
        await change;
      } catch (error) {
        throw refused(content ? 'store an object' : 'rename an object', error);
      }
    },
    async remove(key) {
      if (!isObjectKey(key)) return;
      await retrying.send(new DeleteObjectCommand({ Bucket, Key: checked(key) })).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw refused('remove an object', error);
      });
    },
  };
};
