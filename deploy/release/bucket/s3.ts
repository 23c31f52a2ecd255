import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Bucket } from './bucket.ts';

interface Place {
  readonly bucket: string;
  /** Empty, or ends in a slash. */
  readonly prefix: string;
  /** Of the bucket, without a slash at its end. */
  readonly url: string;
}

const placeOf = (address: string, env: NodeJS.ProcessEnv, region: string): Place => {
  const [, bucket = '', path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(address) ?? [];
  if (!bucket) throw new Error(`${address} is not of the form s3://bucket/prefix.`);
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  return {
    bucket,
    prefix: path ? `${path}/` : '',
    url: endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`,
  };
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (xml: string) =>
  xml.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (entities[name] ?? ''),
  );
const within = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => decoded(text));

const required = (env: NodeJS.ProcessEnv, name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing: it is one of the two that open the bucket of releases.`);
  return value;
};

interface BucketOptions {
  /** Keys that one listing is asked for. */
  readonly keysAtOnce?: number;
  /** Milliseconds until a request that gets no answer is given up. */
  readonly patience?: number;
}

/**
 * A bucket of an S3-compatible store by its address, `s3://bucket/prefix`. Who may, where it is: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, and AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL for a store of
 * one's own. Each of its functions rejects with a sentence where the store refuses.
 */
export const openBucket = (
  address: string,
  env: NodeJS.ProcessEnv = process.env,
  { keysAtOnce = 1000, patience = 60_000 }: BucketOptions = {},
): Bucket => {
  const region = env['AWS_REGION'] ?? 'us-east-1';
  const { prefix, url } = placeOf(address, env, region);
  const sessionToken = env['AWS_SESSION_TOKEN'];
  const credentials = {
    accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken ? { sessionToken } : {}),
    service: 's3',
    region,
  };
  const reading = new AwsClient({ ...credentials, retries: 4 });
  // A write that is tried again could find its own first try and take it for somebody else's.
  const writing = new AwsClient({ ...credentials, retries: 0 });

  const ask = async (client: AwsClient, to: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await client.fetch(to, { ...init, signal: AbortSignal.timeout(patience) });
    } catch (error) {
      throw new Error(`${address} does not answer: ${error instanceof Error ? error.message : String(error)}.`, {
        cause: error,
      });
    }
  };
  const place = (key: string) => `${url}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`;
  const refusal = async (what: string, response: Response) => {
    const text = await response.text();
    const [why = ''] = [...within(text, 'Message'), ...within(text, 'Code')];
    return new Error(
      `${address} does not ${what}: it answered ${response.status}${why ? `, ${why.replace(/\.$/, '')}` : ''}.`,
    );
  };
  const page = async (below: string, after: string | undefined) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: below, 'max-keys': String(keysAtOnce) });
    if (after) query.set('start-after', after);
    const response = await ask(reading, `${url}?${query}`);
    if (!response.ok) throw await refusal('list its keys', response);
    const xml = await response.text();
    return { keys: within(xml, 'Key'), isLast: within(xml, 'IsTruncated')[0] !== 'true' };
  };

  return {
    name: address,
    async get(key) {
      const response = await ask(reading, place(key));
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw await refusal(`give ${key}`, response);
      return Buffer.from(await response.arrayBuffer());
    },
    async create(key, data) {
      const response = await ask(writing, place(key), {
        method: 'PUT',
        body: new Uint8Array(data),
        headers: {
          'if-none-match': '*',
          'content-type': 'application/octet-stream',
          'x-amz-content-sha256': createHash('sha256').update(data).digest('hex'),
        },
      });
      // 409: somebody writes the same key in this instant.
      const isTaken = response.status === 412 || response.status === 409;
      if (!response.ok && !isTaken) throw await refusal(`take ${key}`, response);
      await response.body?.cancel();
      return !isTaken;
    },
    async list(below, after) {
      const found: string[] = [];
      for (let behind = after && `${prefix}${after}`, isLast = false; !isLast; behind = found.at(-1)) {
        const one = await page(`${prefix}${below}`, behind);
        found.push(...one.keys);
        isLast = one.isLast || one.keys.length === 0;
      }
      return found.map((key) => key.slice(prefix.length)).toSorted();
    },
  };
};
