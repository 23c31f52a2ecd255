import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
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

/** Milliseconds until a connection has to be established. */
const connectionTimeout = 10_000;
/** Milliseconds for which a store may send and accept nothing. The SDK would wait without a limit. */
const usualSilence = 60_000;

const createClients = (settings: Omit<S3Settings, 'bucket' | 'prefix'>, silence: number) => {
  const client = (options: S3ClientConfig, timeouts: object) =>
    new S3Client({
      ...settings,
      ...options,
      forcePathStyle: settings.endpoint !== undefined,
      // Other stores than Amazon's only support the signed checksum.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: silent,
      requestHandler: {
        httpAgent: { maxSockets: connections },
        httpsAgent: { maxSockets: connections },
        connectionTimeout,
        ...timeouts,
      },
    });
  const idle = { socketTimeout: silence };
  const retrying = client({ maxAttempts: 5 }, idle);
  const { credentials } = retrying.config;
  // The limit ends with the headers: a connection may be idle only because a user downloads slowly.
  const reading = client({ maxAttempts: 5, credentials }, { requestTimeout: silence, throwOnRequestTimeout: true });
  // A retried upload could find its own first attempt and report that the key is in use.
  const uploading = client({ maxAttempts: 1, credentials }, idle);
  return { retrying, reading, uploading };
};

/**
 * Ends a body of which nothing arrives for `silence` milliseconds. With a full buffer it is the reader who is slow, and
 * may be.
 */
const endIfSilent = (body: IncomingMessage, silence: number): void => {
  // A body that nobody reads must not end the process.
  body.on('error', nothing);
  let received = body.socket.bytesRead;
  let quiet = 0;
  const watch = setInterval(() => {
    if (body.complete || body.destroyed) return clearInterval(watch);
    const isFull = body.readableLength >= body.readableHighWaterMark;
    quiet = isFull || body.socket.bytesRead !== received ? 0 : quiet + 1;
    received = body.socket.bytesRead;
    // Once is not enough: the reader may have emptied the buffer only now.
    if (quiet > 1) body.destroy(new Error(`The object store sent nothing for ${silence} ms.`));
  }, silence / 2).unref();
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
 * the store needs its size and incomplete uploads are dropped. Every function rejects if the store refuses, or if
 * nothing comes from it for `silence` milliseconds.
 */
export const s3Bytes = (
  { bucket: Bucket, prefix, ...settings }: S3Settings,
  folder: string,
  silence = usualSilence,
): ObjectBytes => {
  const { retrying, reading, uploading } = createClients(settings, silence);
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
        const found = await reading.send(new GetObjectCommand({ Bucket, Key: checked(key), Range }));
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in Node a body is the response itself
        const content = found.Body as IncomingMessage;
        endIfSilent(content, silence);
        return { ...infoOf(found.Metadata), size, content };
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
