import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bucket } from '../release/bucket/bucket.ts';
import { bucketSets } from '../release/bucket/context.ts';
import { bucketReleases } from '../release/bucket/releases.ts';
import type { Pin } from '../release/environment.ts';
import { signingKey, trustedKeys } from '../release/keys.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { signedSetText } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { type S3Server, useS3 } from '../testing/s3.ts';
import { createEdge } from './edge.ts';
import { followBucket } from './follow-bucket.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let address = '';
let own: Store;
const servers: Server[] = [];
const problems: string[] = [];

/** Whether the bucket fails to give a key, as in an outage. */
let fails: (key: string) => boolean = () => false;
const openBucket = (): Bucket => {
  const bucket = s3.open(address);
  return {
    ...bucket,
    get: (key) => (fails(key) ? Promise.reject(new Error(`${address} does not answer: time out.`)) : bucket.get(key)),
  };
};

const serve = async (chat: Pin, signer = 'operator', previews?: Readonly<Record<string, string>>) => {
  for (const record of [own.read('shell', '1.0.0'), ...['1.0.0', '2.0.0'].map((one) => own.read('mf-chat', one))])
    await bucketReleases(s3.open(address)).push(own, record);
  const pins = { environment: 'live', shell: { version: '1.0.0' }, service: { version: '1.0.0' } };
  const more = previews ? { previews } : {};
  const set = resolveReleaseSet({ ...pins, ...more, remotes: { 'mf-chat': chat } }, own);
  const sets = bucketSets(s3.open(address));
  const before = await sets.read('live.json');
  const serial = Number(before?.tag ?? 0) + 1;
  const expires = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const text = signedSetText({ ...set, serial, expires }, signingKey(join(folder, signer), {}));
  await sets.swap('live.json', text, before?.tag);
};
const listen = async (server: Server) => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
/** An edge with a folder of its own; `look` is what it does every second. */
const startEdge = async (name: string) => {
  const data = join(folder, name);
  const trusted = trustedKeys(join(folder, 'operator'), {});
  const report = (problem: string) => problems.push(problem);
  const follower = followBucket({ bucket: openBucket(), environment: 'live', data, trusted, report });
  const service = { host: '127.0.0.1', port: await listen(createServer((_, response) => response.end('{}'))) };
  const edge = createEdge({ data, environment: 'live', service, trusted, ...follower, report });
  const origin = `http://127.0.0.1:${await listen(edge)}`;
  const chat = async () => /"name":"mf-chat","version":"([^"]+)"/.exec(await (await fetch(origin)).text())?.[1];
  const health = async () => (await fetch(`${origin}/healthz`)).text();
  const status = async (path: string) => (await fetch(`${origin}/assets/mf-chat/${path}`)).status;
  return { poll: follower.poll, origin, chat, health, status };
};
const blob = (start: string) => {
  const storeFolder = join(s3.folder, new URL(address).pathname.slice(1), 'files');
  const found = globSync('*object', { cwd: storeFolder }).map((file) => join(storeFolder, file));
  return found.find((file) => readFileSync(file, 'utf8').startsWith(start)) ?? '';
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-follow-'));
  address = s3.newAddress();
  own = openStore(join(folder, 'own'));
  fails = () => false;
  problems.length = 0;
  publishShell(own, '1.0.0', '<head><!--release-set--></head>');
  for (const version of ['1.0.0', '2.0.0']) publishRemote(own, 'mf-chat', version);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

test('an edge fetches the files of previews, and works without them', async () => {
  const edge = await startEdge('edge');
  const previews = { 'mf-chat@2.0.0': new Date(Date.now() + 86_400_000).toISOString() };
  await serve({ version: '1.0.0' }, 'operator', previews);
  await edge.poll();
  const files = join(folder, 'edge/store/mf-chat/2.0.0/files');
  expect(globSync('remoteEntry.js', { cwd: files })).toEqual(['remoteEntry.js']);
  rmSync(join(folder, 'edge'), { recursive: true });
  rmSync(blob('/* mf-chat 2.0.0 */'));
  const next = await startEdge('next');
  await next.poll();
  expect(await next.chat()).toBe('1.0.0');
  expect(problems.join()).toContain('mf-chat@2.0.0');
});

test('an edge serves the set in the bucket, and a new one at its next poll', async () => {
  const edge = await startEdge('edge');
  await edge.poll();
  expect((await fetch(`${edge.origin}/healthz`)).status).toBe(503);
  await serve({ version: '1.0.0' });
  await edge.poll();
  expect(await edge.chat()).toBe('1.0.0');
  await serve({ version: '2.0.0', previous: '1.0.0' });
  await edge.poll();
  expect(await edge.chat()).toBe('2.0.0');
  const entry = await fetch(`${edge.origin}/assets/mf-chat/2.0.0/remoteEntry.js`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(entry.headers.get('content-encoding')).toBe('br');
  expect(await entry.text()).toContain('mf-chat 2.0.0');
  expect(problems).toEqual([]);
});

test('a changed byte in the bucket is not served: the previous set stays, and it is reported once', async () => {
  const edge = await startEdge('edge');
  await serve({ version: '1.0.0' });
  await edge.poll();
  await serve({ version: '2.0.0' });
  const file = blob('/* mf-chat 2.0.0 */');
  const good = readFileSync(file);
  writeFileSync(file, 'steal();');
  await edge.poll();
  await edge.poll();
  expect(await edge.chat()).toBe('1.0.0');
  expect(problems).toEqual([
    `The release set of live in ${address} cannot be served: mf-chat@2.0.0: remoteEntry.js was changed after it was published.`,
  ]);
  writeFileSync(file, good);
  await edge.poll();
  expect(await edge.chat()).toBe('2.0.0');
});

test('a set without a trusted signature is not served', async () => {
  const edge = await startEdge('edge');
  await serve({ version: '1.0.0' });
  await edge.poll();
  await serve({ version: '2.0.0' }, 'stranger');
  await edge.poll();
  expect(await edge.chat()).toBe('1.0.0');
  expect(problems.join()).toContain('which is not trusted');
});

test('a page that was opened before continues: a new edge fetches its files', async () => {
  await serve({ version: '1.0.0' });
  await serve({ version: '2.0.0' });
  const edge = await startEdge('new');
  await edge.poll();
  expect(await edge.status('1.0.0/static/later.js')).toBe(200);
  expect(await edge.status('1.0.0/static/none.js')).toBe(404);
  expect(await edge.status('7.0.0/static/later.js')).toBe(404);
});

const withPart = async (version: string, file: string) => {
  publishRemote(own, 'mf-chat', version, { files: { [file]: `/* ${file} */` } });
  await bucketReleases(s3.open(address)).push(own, own.read('mf-chat', version));
};

test('what the bucket could not give in an outage is found at the next request, and only what it lacks is not', async () => {
  await serve({ version: '2.0.0' });
  await withPart('1.5.0', 'static/part.0a1b2c3d.js');
  const edge = await startEdge('new');
  await edge.poll();
  const paths = ['1.0.0/static/later.js', 'content/static/part.0a1b2c3d.js', '7.0.0/static/later.js'];
  fails = () => true;
  for (const path of paths) expect(await edge.status(path), path).toBe(404);
  fails = () => false;
  expect(await Promise.all(paths.map(edge.status))).toEqual([200, 200, 404]);
});

test('a release that was changed in the bucket hides no file of the other ones', async () => {
  await serve({ version: '2.0.0' });
  await s3.open(address).create('releases/mf-chat/0.0.1.json', Buffer.from('{}'));
  await withPart('1.5.0', 'static/part.0a1b2c3d.js');
  const edge = await startEdge('new');
  await edge.poll();
  expect(await edge.status('content/static/part.0a1b2c3d.js')).toBe(200);
});

test('a fallback that an outage kept away is missing, not changed, until the bucket gives it at a later poll', async () => {
  const edge = await startEdge('edge');
  fails = (key) => key === 'releases/mf-chat/1.0.0.json';
  await serve({ version: '2.0.0', previous: '1.0.0' });
  await edge.poll();
  expect(await edge.chat()).toBe('2.0.0');
  expect(await edge.health()).toMatch(
    /^ok\nIt is only partly served\. mf-chat@1\.0\.0 is not in the store\.\nTo do: .*doctor live. lists everything that is missing/,
  );
  fails = () => false;
  await edge.poll();
  expect(await edge.health()).toBe('ok\n');
  expect(problems).toEqual([`${address} does not answer: time out.`, 'mf-chat@1.0.0 is not in the store.']);
});

test('a disabled remote whose canary continues is whole: open pages of both versions keep their files', async () => {
  const edge = await startEdge('edge');
  await serve({ version: '1.0.0', disabled: true, canary: { version: '2.0.0', percent: 10 } });
  await edge.poll();
  expect(await edge.health()).toBe('ok\n');
  expect(problems).toEqual([]);
});

test('a content-addressed file is fetched with any version that has it, and a missing one is requested once', async () => {
  publishRemote(own, 'mf-chat', '1.5.0', { files: { 'static/part.0a1b2c3d.js': 'one();' } });
  await bucketReleases(s3.open(address)).push(own, own.read('mf-chat', '1.5.0'));
  await serve({ version: '2.0.0' });
  const edge = await startEdge('new');
  await edge.poll();
  const get = (path: string) => fetch(`${edge.origin}/assets/mf-chat/content/${path}`);
  expect(await (await get('static/part.0a1b2c3d.js')).text()).toBe('one();');
  for (let time = 0; time < 2; time += 1) expect((await get('static/part.ffffffff.js')).status).toBe(404);
  expect(await (await get('1.0.0/static/later.js')).text()).toBe('export default 2;');
});

test.each(['release.json', 'files/static/later.js', 'files/remoteEntry.js.br'])(
  'an edge that starts with a damaged %s replaces its copy of the release',
  async (file) => {
    await serve({ version: '2.0.0' });
    await (await startEdge('edge')).poll();
    const path = join(folder, 'edge/store/mf-chat/2.0.0', file);
    const whole = readFileSync(path);
    writeFileSync(path, '');
    const next = await startEdge('edge');
    await next.poll();
    expect(readFileSync(path)).toEqual(whole);
    expect(await next.chat()).toBe('2.0.0');
    expect(await next.health()).toBe('ok\n');
  },
);

test('a damaged copy stays while the bucket cannot replace it', async () => {
  await serve({ version: '2.0.0' });
  await (await startEdge('edge')).poll();
  const path = join(folder, 'edge/store/mf-chat/2.0.0/files/static/later.js');
  writeFileSync(path, '');
  const next = await startEdge('edge');
  fails = (key) => key.startsWith('files/');
  await next.poll();
  expect(await next.chat()).toBe('2.0.0');
  fails = () => false;
  await next.poll();
  expect(readFileSync(path, 'utf8')).toBe('export default 2;');
});

test('a request for a file that any version has downloads no version', async () => {
  await serve({ version: '2.0.0' });
  const edge = await startEdge('new');
  await edge.poll();
  for (let time = 0; time < 2; time += 1) expect(await edge.status('content/remoteEntry.js')).toBe(404);
  expect(openStore(join(folder, 'new/store')).versions('mf-chat')).toEqual(['2.0.0']);
});

test('an unavailable bucket is reported at /healthz with what to do, and no longer when it is back', async () => {
  await serve({ version: '1.0.0' });
  const edge = await startEdge('edge');
  await edge.poll();
  expect(await edge.health()).toBe('ok\n');
  renameSync(s3.folder, `${s3.folder}-away`);
  await edge.poll();
  expect(await edge.health()).toMatch(/^ok\nThe newest is not served\. .*\nTo do: Check ATRIUM_STORE/);
  expect(await edge.chat()).toBe('1.0.0');
  renameSync(`${s3.folder}-away`, s3.folder);
  await edge.poll();
  expect(await edge.health()).toBe('ok\n');
});

test('an unavailable bucket is reported, and the current set is still served', async () => {
  await serve({ version: '1.0.0' });
  const edge = await startEdge('edge');
  await edge.poll();
  address = 's3://nobodys';
  const away = await startEdge('edge');
  await away.poll();
  expect(problems.join()).toContain('cannot be served: s3://nobodys failed to list its keys');
  expect(await away.chat()).toBe('1.0.0');
});
