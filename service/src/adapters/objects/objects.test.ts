import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { startRoles } from '../../testing/roles.ts';
import { type S3Server, startS3 } from '../../testing/s3.ts';
import { AlreadyStored, type SignedQuery, TooLarge } from '../../ports/objects.ts';
import { objectsVariables, openObjects, readObjects } from './choose.ts';
import { keyOf, ownerOf } from '../../ports/objects.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.end());

const owner = 'a'.repeat(24);
const brief = { owner, folder: 'documents', name: 'brief.md', type: 'text/markdown' };
const folder = () => mkdtempSync(join(tmpdir(), 'objects-'));
const queryOf = (url: string): SignedQuery => Object.fromEntries(new URL(url, 'http://any').searchParams);
const settings = (env: Record<string, string>) => readObjects(z.object(objectsVariables).parse(env));

interface Opening {
  readonly dataFolder: string;
  readonly secret?: string;
  readonly now?: () => number;
}
const openIn = (env: () => Record<string, string>) => (opening: Opening) =>
  openObjects({
    dataFolder: opening.dataFolder,
    s3: settings(env()),
    secrets: async () => [opening.secret ?? 'a secret of all instances'],
    now: opening.now,
  });
const stores = { 'a folder': openIn(() => ({})), 'a bucket': openIn(() => s3.env) };

describe.each(Object.entries(stores))('objects in %s', (kind, open) => {
  it('are returned as they were stored, with name, type and size', async () => {
    const store = await open({ dataFolder: folder() });
    const { key, url } = await store.put({ ...brief, name: 'Über 1 & 2+3.md', content: Buffer.from('# Brief') });
    const read = await store.read(key);
    expect(read).toMatchObject({ name: 'Über 1 & 2+3.md', type: 'text/markdown', size: 7 });
    expect(await text(read!.content)).toBe('# Brief');
    expect(keyOf(url)).toBe(key);
    expect(keyOf(`https://atrium.test${url}`)).toBe(key);
    expect(ownerOf(key)).toBe(owner);
  });

  it('are returned in ranges, with the size of the whole', async () => {
    const store = await open({ dataFolder: folder() });
    const { key } = await store.put({ ...brief, content: Buffer.from('0123456789') });
    const read = await store.read(key, { start: 2, end: 4 });
    expect(read?.size).toBe(10);
    expect(await text(read!.content)).toBe('234');
    const first = await store.read(key, { start: 0, end: 1 });
    expect([first?.size, await text(first!.content)]).toEqual([10, '01']);
  });

  it('accept their own links until these expire, and no other key, method or signature', async () => {
    let now = 1_000_000;
    const store = await open({ dataFolder: folder(), now: () => now });
    const { key, uploadUrl } = store.signedPut(brief, 60);
    const get = queryOf(store.signedGet(key, 60));
    expect(store.verifies('GET', key, get)).toBe(true);
    expect(store.verifies('PUT', key, queryOf(uploadUrl))).toBe(true);
    expect(store.verifies('PUT', key, get)).toBe(false);
    expect(store.verifies('GET', `${key}x`, get)).toBe(false);
    expect(store.verifies('PUT', key, { ...queryOf(uploadUrl), type: 'text/html' })).toBe(false);
    expect(store.verifies('GET', key, { ...get, expires: String(now + 120_000) })).toBe(false);
    expect(store.verifies('GET', key, {})).toBe(false);
    now += 60_000;
    expect(store.verifies('GET', key, get)).toBe(false);
  });

  it('have links that work on other instances of the same location, and nowhere else', async () => {
    const shared = { dataFolder: folder() };
    const { key } = (await open(shared)).signedPut(brief, 60);
    const url = (await open(shared)).signedGet(key, 60);
    expect((await open(shared)).verifies('GET', key, queryOf(url))).toBe(true);
    const stranger = await open({ dataFolder: folder(), secret: 'another' });
    expect(stranger.verifies('GET', key, queryOf(url))).toBe(false);
  });

  it('are stored completely or not at all, and nothing of an upload above its limit stays', async () => {
    const dataFolder = folder();
    const store = await open({ dataFolder });
    const { key } = store.signedPut(brief, 60);
    await expect(store.receive(key, brief, Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow(TooLarge);
    expect(await store.read(key)).toBeUndefined();
    const broken = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('gone'));
      },
    });
    await expect(store.receive(key, brief, broken, 10)).rejects.toThrow('gone');
    expect(await store.read(key)).toBeUndefined();
    expect((await readdir(dataFolder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are uploaded once: of two at the same time the first one stays', async () => {
    const store = await open({ dataFolder: folder() });
    const { key } = store.signedPut(brief, 60);
    const bodies = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')];
    const tries = await Promise.allSettled(bodies.map((one) => store.receive(key, brief, Readable.from([one]), 1e6)));
    const failed = tries.filter((one) => one.status === 'rejected');
    expect(failed.map(({ reason }) => reason as unknown)).toEqual([expect.any(AlreadyStored)]);
    const stored = await buffer((await store.read(key))!.content);
    expect(stored.equals(bodies[tries.findIndex(({ status }) => status === 'fulfilled')]!)).toBe(true);
  });

  it('can get another name, and other content', async () => {
    const store = await open({ dataFolder: folder() });
    const { key } = await store.put({ ...brief, content: Buffer.from('one') });
    await store.revise(key, { name: 'new name.txt', type: 'text/plain' });
    const renamed = await store.read(key);
    expect(renamed).toMatchObject({ name: 'new name.txt', type: 'text/plain', size: 3 });
    expect(await text(renamed!.content)).toBe('one');
    await store.revise(key, { name: 'two.txt', type: 'text/plain' }, Buffer.from('two two'));
    const revised = await store.read(key);
    expect(revised).toMatchObject({ name: 'two.txt', size: 7 });
    expect(await text(revised!.content)).toBe('two two');
  });

  it('are never read or removed by a key that leaves their folder', async () => {
    const store = await open({ dataFolder: folder() });
    const id = 'b'.repeat(24);
    for (const key of ['../../etc/passwd', '.secret', `documents/${owner}/${id}/..`, `documents/../${id}/x`]) {
      expect(await store.read(key)).toBeUndefined();
      await store.remove(key);
      await expect(store.revise(key, brief)).rejects.toThrow("Not an object's key");
    }
  });

  it('are removed one by one, for good', async () => {
    const dataFolder = folder();
    const store = await open({ dataFolder });
    const [first, second] = [
      await store.put({ ...brief, content: Buffer.from('a') }),
      await store.put({ ...brief, content: Buffer.from('b') }),
    ];
    await store.remove(first.key);
    await store.remove(first.key);
    expect(await store.read(first.key)).toBeUndefined();
    expect(await text((await store.read(second.key))!.content)).toBe('b');
    if (kind === 'a bucket') return;
    expect(await readdir(join(dataFolder, 'objects/documents', owner))).toHaveLength(1);
    expect(await readdir(join(dataFolder, 'objects'))).toContain('.secret');
  });

  it('have a safe name, whatever name is given', async () => {
    const store = await open({ dataFolder: folder() });
    const { key } = await store.put({ ...brief, name: '../../<b>.html', content: Buffer.from('x') });
    expect(key).not.toContain('..');
    expect(await text((await store.read(key))!.content)).toBe('x');
  });

  it('have a name of whole characters, however long the given one is', async () => {
    const store = await open({ dataFolder: folder() });
    for (const name of [`${'𠮷'.repeat(80)}.md`, `${'𠮷'.repeat(80)}.txt`, `${'漢'.repeat(80)}.docx`]) {
      const { key, url } = await store.put({ ...brief, name, content: Buffer.from('x') });
      expect(key.isWellFormed()).toBe(true);
      expect(keyOf(url)).toBe(key);
    }
  });
});

describe('objects in a bucket', () => {
  it('report in one sentence that the bucket denies access', async () => {
    const env = { ...s3.env, AWS_SECRET_ACCESS_KEY: 'wrong' };
    const store = await openIn(() => env)({ dataFolder: folder() });
    await expect(store.put({ ...brief, content: Buffer.from('x') })).rejects.toThrow(
      'The object store failed to store an object: 403',
    );
  });

  it('are changed and removed even if the bucket refuses once', async () => {
    const methods: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      methods.push(request.method);
      response.writeHead(methods.length % 2 === 1 ? 503 : 200).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = { ...s3.env, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
    const store = await openIn(() => env)({ dataFolder: folder() });
    const key = `documents/${owner}/${'b'.repeat(24)}/two.txt`;
    await store.revise(key, { name: 'two.txt', type: 'text/plain' }, Buffer.from('two'));
    await store.remove(key);
    expect(methods).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE']);
  });

  it('are at Amazon’s own address by default, and need both parts of a key pair', () => {
    const address = { ATRIUM_OBJECTS: 's3://files/of/people' };
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-west-1' };
    expect(settings({ ...address, ...keys })).toEqual({
      bucket: 'files',
      prefix: 'of/people/',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    for (const half of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      expect(() => settings({ ...address, [half]: 'a' })).toThrow('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    expect(settings(address)).not.toHaveProperty('credentials');
    expect(settings({})).toBeUndefined();
  });

  it.each([
    [
      'a web identity',
      (role: string, token: string) => ({
        AWS_ROLE_ARN: 'arn:aws:iam::1:role/files',
        AWS_WEB_IDENTITY_TOKEN_FILE: token,
        AWS_ENDPOINT_URL_STS: role,
      }),
      /^POST \/ Action=AssumeRoleWithWebIdentity&.*&WebIdentityToken=signed%20by%20the%20cluster$/,
    ],
    ['the container', (role: string) => ({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${role}/role` }), /^GET \/role $/],
  ])('are opened by the role from %s without keys', async (_, variables, asked) => {
    const role = await startRoles();
    const token = join(folder(), 'token');
    writeFileSync(token, 'signed by the cluster');
    for (const [name, value] of Object.entries(variables(role.url, token))) vi.stubEnv(name, value);
    try {
      const { ATRIUM_OBJECTS = '', AWS_ENDPOINT_URL = '' } = s3.env;
      const store = await openIn(() => ({ ATRIUM_OBJECTS, AWS_ENDPOINT_URL }))({ dataFolder: folder() });
      const { key } = await store.put({ ...brief, content: Buffer.from('by a role') });
      expect(await text((await store.read(key))!.content)).toBe('by a role');
      expect(role.requests).toEqual([expect.stringMatching(asked)]);
    } finally {
      vi.unstubAllEnvs();
      await role.end();
    }
  });
});
