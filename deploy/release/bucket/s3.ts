import type * as S3 from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

interface Address {
  readonly bucket: string;
  /** Empty, or ends in a slash. */
  readonly prefix: string;
}

const parsed = (address: string): Address => {
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(address) ?? [];
  if (!bucket) throw new Error(`${address} is not of the form s3://bucket/prefix.`);
  return { bucket, prefix: path ? `${path}/` : '' };
};

interface BucketOptions {
  /** Number of keys per listing request. */
  readonly keysAtOnce?: number;
  /** Milliseconds until a request without a response is aborted. */
  readonly timeoutMs?: number;
}

type Library = typeof S3;
interface Clients extends Library {
  readonly reading: S3.S3Client;
  readonly writing: S3.S3Client;
}

const openClients = async (env: NodeJS.ProcessEnv): Promise<Clients> => {
  // Imported here, so that an edge that serves a folder never loads the library.
  const library = await import('@aws-sdk/client-s3');
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = env;
  const create = (own: S3.S3ClientConfig) =>
    new library.S3Client({
      region: env['AWS_REGION'] ?? 'us-east-1',
      ...own,
      // Other stores do not support the checksums that Amazon's own accepts.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKeyId && secretAccessKey
        ? { credentials: { accessKeyId, secretAccessKey, ...(token ? { sessionToken: token } : {}) } }
        : {}),
    });
  // Writes are not retried: a second attempt could find the key of the first, and take it for somebody else's. So each
  // has its own connection, because the store may be closing one that has been idle.
  const agent = { keepAlive: false };
  const writing = { maxAttempts: 1, requestHandler: { httpAgent: agent, httpsAgent: agent } };
  return { ...library, reading: create({ maxAttempts: 5 }), writing: create(writing) };
};

const clients = new WeakMap<NodeJS.ProcessEnv, Promise<Clients>>();
/** The clients of an environment, which share their connections. */
const clientsOf = (env: NodeJS.ProcessEnv): Promise<Clients> => {
  const opened = clients.get(env) ?? openClients(env);
  clients.set(env, opened);
  return opened;
};

const statusOf = (error: unknown): number | undefined => {
  // Network errors carry the SDK's metadata without being service exceptions.
  const { $metadata }: Partial<S3.S3ServiceException> = Object(error);
  return $metadata?.httpStatusCode;
};

const failureOf = (address: string, what: string, error: unknown, signal: AbortSignal): Error => {
  const reason: unknown = signal.aborted ? signal.reason : error;
  const why = reason instanceof Error ? reason.message : String(reason);
  const status = statusOf(error);
  const text = why.replace(/\.$/, '');
  return new Error(
    status === undefined
      ? `${address} does not answer: ${text}.`
      : `${address} failed to ${what}: it returned ${status}, ${text}.`,
    { cause: error },
  );
};

/** Makes requests to a bucket. `expected` are statuses that are not errors, for which the result is undefined. */
const createRequests = (address: string, env: NodeJS.ProcessEnv, timeoutMs: number) => {
  return async <T>(
    what: string,
    expected: readonly number[],
    run: (opened: Clients, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> => {
    const opened = await clientsOf(env);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await run(opened, signal);
    } catch (error) {
      if (expected.includes(statusOf(error) ?? 0)) return undefined;
      throw failureOf(address, what, error, signal);
    }
  };
};

/**
 * A bucket of an S3-compatible store by its address, `s3://bucket/prefix`. Credentials are found as by the AWS SDK:
 * keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role by web identity, of a container or of the
 * machine. AWS_REGION is the bucket's region, and AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL the address of another store.
 * All functions reject with a sentence if the store refuses.
 */
export const openBucket = (
  address: string,
  env: NodeJS.ProcessEnv = process.env,
  { keysAtOnce = 1000, timeoutMs = 60_000 }: BucketOptions = {},
): Bucket => {
  const { bucket, prefix } = parsed(address);
  const request = createRequests(address, env, timeoutMs);

  return {
    name: address,
    get: (key) =>
      request(`give ${key}`, [404], async ({ reading, GetObjectCommand }, abortSignal) => {
        const { Body } = await reading.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key }), {
          abortSignal,
        });
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      }),
    async create(key, data) {
      // 412: the key exists. 409: another process is writing it at this moment.
      const written = await request(`write ${key}`, [412, 409], ({ writing, PutObjectCommand }, abortSignal) =>
        writing.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: prefix + key,
            Body: data,
            IfNoneMatch: '*',
            ContentType: 'application/octet-stream',
          }),
          { abortSignal },
        ),
      );
      return written !== undefined;
    },
    async list(below, after) {
      const found: string[] = [];
      for (let behind = after && prefix + after, isLast = false; !isLast; behind = found.at(-1)) {
        const page = await request('list its keys', [], ({ reading, ListObjectsV2Command }, abortSignal) =>
          reading.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix + below,
              MaxKeys: keysAtOnce,
              ...(behind ? { StartAfter: behind } : {}),
            }),
            { abortSignal },
          ),
        );
        const keys = (page?.Contents ?? []).map(({ Key = '' }) => Key);
        found.push(...keys);
        isLast = page?.IsTruncated !== true || keys.length === 0;
      }
      return found.map((key) => key.slice(prefix.length)).toSorted();
    },
  };
};
