import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import { proveConditions } from './context.ts';
import { openBucket } from './s3.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});
afterEach(() => vi.unstubAllEnvs());

test('a key is written once, and an existing one stays unchanged', async () => {
  const bucket = s3.open(s3.newAddress());
  expect(await bucket.get('a/b c+ü')).toBeUndefined();
  expect(await bucket.create('a/b c+ü', Buffer.from([0, 255, 10]))).toBe(true);
  expect(await bucket.create('a/b c+ü', Buffer.from('other'))).toBe(false);
  expect(await bucket.get('a/b c+ü')).toEqual(Buffer.from([0, 255, 10]));
});

test('of many who create a key at the same time one succeeds', async () => {
  const bucket = s3.open(s3.newAddress());
  const tries = await Promise.all(Array.from({ length: 12 }, (_, at) => bucket.create('key', Buffer.from(`${at}`))));
  expect(tries.filter(Boolean)).toHaveLength(1);
  expect((await bucket.get('key'))?.toString()).toBe(String(tries.indexOf(true)));
});

test('keys are listed below a prefix, in order, after a key, and from one location only', async () => {
  const address = s3.newAddress();
  const bucket = s3.open(address);
  await s3.open(`${address}-other`).create('a/1', Buffer.from(''));
  for (const key of ['a/2', 'a/1', 'b/1', 'a/3']) await bucket.create(key, Buffer.from(key));
  expect(await bucket.list('')).toEqual(['a/1', 'a/2', 'a/3', 'b/1']);
  expect(await bucket.list('a/')).toEqual(['a/1', 'a/2', 'a/3']);
  expect(await bucket.list('a/', 'a/1')).toEqual(['a/2', 'a/3']);
});

test('all keys are listed, even if they are more than the store lists at once', async () => {
  const bucket = openBucket(s3.newAddress(), s3.env, { keysAtOnce: 2 });
  const keys = ['k/1', 'k/2', 'k/3', 'k/4', 'k/5'];
  for (const key of keys) await bucket.create(key, Buffer.from('1'));
  expect(await bucket.list('k/')).toEqual(keys);
  expect(await bucket.list('k/', 'k/2')).toEqual(keys.slice(2));
});

test('a store that refuses is reported in one sentence', async () => {
  const bucket = openBucket('s3://releases', { ...s3.env, AWS_SECRET_ACCESS_KEY: 'wrong' });
  await expect(bucket.get('a')).rejects.toThrow(/^s3:\/\/releases failed to give a: it returned 403, The request sig/);
  await expect(bucket.create('a', Buffer.from('1'))).rejects.toThrow('failed to write a: it returned 403');
  await expect(s3.open('s3://nobodys').list('')).rejects.toThrow('failed to list its keys: it returned 404');
  expect(() => openBucket('releases', s3.env)).toThrow('releases is not of the form s3://bucket/prefix.');
});

test('a store that does not answer, or does not exist, is reported in one sentence', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => {
    silent.listen(0, '127.0.0.1', done);
  });
  const env = { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` };
  const bucket = openBucket('s3://releases', env, { timeoutMs: 20 });
  for (const attempt of [() => bucket.get('a'), () => bucket.list(''), () => bucket.create('a', Buffer.from('1'))])
    await expect(attempt()).rejects.toThrow('s3://releases does not answer: The operation was aborted due to timeout.');
  silent.closeAllConnections();
  await new Promise((done) => {
    silent.close(done);
  });
  await expect(bucket.create('a', Buffer.from('1'))).rejects.toThrow(
    's3://releases does not answer: connect ECONNREFUSED',
  );
});

test('a write never meets a connection that the store is closing', async () => {
  const used = new WeakSet<object>();
  const store = createServer(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.end();
    used.add(socket);
  });
  await new Promise<void>((done) => {
    store.listen(0, '127.0.0.1', done);
  });
  const env = { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${(store.address() as AddressInfo).port}` };
  const bucket = openBucket('s3://releases', env);
  expect(await bucket.create('a', Buffer.from('1'))).toBe(true);
  expect(await bucket.create('b', Buffer.from('1'))).toBe(true);
  await new Promise((done) => {
    store.close(done);
  });
});

test('a store that overwrites existing keys is not used', async () => {
  await proveConditions(s3.open(s3.newAddress()));
  const careless = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => {
    careless.listen(0, '127.0.0.1', done);
  });
  const env = { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${(careless.address() as AddressInfo).port}` };
  await expect(proveConditions(openBucket('s3://releases', env))).rejects.toThrow('does not support If-None-Match');
  careless.closeAllConnections();
  careless.close();
});

/** Runs with a server that answers every request with `body`, and records the requests. */
const withServer = async (body: string, run: (url: string, requests: string[]) => Promise<void>) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let sent = '';
    request.on('data', (data: Buffer) => (sent += data.toString()));
    request.on('end', () => {
      requests.push(`${request.url} ${sent}`);
      response.end(body);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
const noKeys = () => {
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('AWS_'))) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
};
const keys = (name: string) => `<Credentials><AccessKeyId>${s3.env['AWS_ACCESS_KEY_ID']}</AccessKeyId>
  <SecretAccessKey>${s3.env['AWS_SECRET_ACCESS_KEY']}</SecretAccessKey><SessionToken>${name}</SessionToken>
  <Expiration>2999-01-01T00:00:00Z</Expiration></Credentials>`;

test('a role by web identity opens the bucket without any key', async () => {
  noKeys();
  const folder = mkdtempSync(join(tmpdir(), 'atrium-token-'));
  writeFileSync(join(folder, 'token'), 'the-pod');
  const answer = `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult>${keys('of-a-role')}
    </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
  await withServer(answer, async (url, requests) => {
    vi.stubEnv('AWS_ENDPOINT_URL_STS', url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::1:role/releases');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', join(folder, 'token'));
    const bucket = openBucket(s3.newAddress(), { AWS_ENDPOINT_URL: s3.env['AWS_ENDPOINT_URL'] });
    expect(await bucket.create('a', Buffer.from('1'))).toBe(true);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain('WebIdentityToken=the-pod');
  });
  rmSync(folder, { recursive: true });
});

test('missing keys and roles are reported', async () => {
  noKeys();
  const bucket = openBucket('s3://releases', { AWS_ENDPOINT_URL: s3.env['AWS_ENDPOINT_URL'] });
  await expect(bucket.get('a')).rejects.toThrow('s3://releases does not answer: Could not load credentials');
});
