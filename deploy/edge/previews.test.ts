import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Environment, Pin } from '../release/environment.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { signingKey } from '../release/keys.ts';
import { previewToken } from '../release/preview.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';

const template = '<html lang="en"><head></head><body><div id="app"></div><!--release-set--></body></html>';
const chat = 'mf-chat@0.2.0-pr.7';
const news = 'mf-news@0.1.0-pr.8.2';
let now = Date.now();
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
let data = '';
let store: Store;
let origin = '';
let edge: Server | undefined;

const pins: Record<string, Pin> = { 'mf-chat': { version: '1' }, 'mf-teams': { version: '1' } };
const serve = (previews: Environment['previews'], environment = 'staging', remotes = pins) => {
  const pin = { version: '1' };
  const all = { environment, shell: pin, service: pin, remotes, ...(previews ? { previews } : {}) };
  writeSignedSet(data, resolveReleaseSet(all, store));
};
const start = async (environment = 'staging') => {
  edge?.close();
  edge = createEdge({ data, environment, service: { host: '127.0.0.1', port: 9 }, now: () => now });
  await new Promise<void>((done) => {
    edge?.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
};
const get = (path: string, cookie = '') => fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
const setOf = async (cookie = '') => (await (await get('/release-set.json', cookie)).json()) as ReleaseSet;
const versions = async (cookie = '') => (await setOf(cookie)).remotes.map(({ name, version }) => `${name}@${version}`);
const token = (title: string, environment = 'staging') =>
  encodeURIComponent(previewToken(signingKey(data), environment, title));
const open = async (title: string, cookie = '') => {
  const answer = await get(`/chats?a=1&preview=${token(title)}`, cookie);
  return { answer, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
};

beforeEach(() => {
  now = Date.now();
  data = mkdtempSync(join(tmpdir(), 'atrium-previews-'));
  store = openStore(join(data, 'store'));
  publishShell(store, '1', template);
  for (const name of Object.keys(pins)) publishRemote(store, name, '1');
  publishRemote(store, 'mf-chat', '0.2.0-pr.7');
  publishRemote(store, 'mf-chat', '0.2.0-pr.9');
  publishRemote(store, 'mf-news', '0.1.0-pr.8.2');
});
afterEach(() => {
  edge?.closeAllConnections();
  edge?.close();
  rmSync(data, { recursive: true });
});

test('everyone who opens its address gets the version, with a banner that shows its expiry and ends it; nobody else does', async () => {
  serve({ [chat]: inDays(2) });
  await start();
  const before = await setOf();
  const { answer, cookie } = await open(chat);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/chats?a=1']);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^atrium_preview=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  const set = await setOf(cookie);
  expect(set.remotes[0]).toMatchObject({ name: 'mf-chat', version: '0.2.0-pr.7', previous: { version: '1' } });
  expect(set.id).not.toBe(before.id);
  const page = await (await get('/', cookie)).text();
  expect(page).toContain(`<aside aria-label="Previews"`);
  expect(page).toMatch(
    /Preview: mf-chat@0\.2\.0-pr\.7, until \w+ \d+, \d+, \d+:\d+ [AP]M UTC\. <a href="\?preview=mf-chat@"/,
  );
  const other = await (await get('/')).text();
  expect(other).not.toContain('pr.7');
  expect(await versions()).toEqual(['mf-chat@1', 'mf-teams@1']);
  const ended = await get('/?preview=mf-chat@', cookie);
  expect([ended.status, ended.headers.getSetCookie()[0]]).toEqual([
    303,
    'atrium_preview=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  ]);
});

test('two previews run beside each other, also of a remote that is new; each ends alone', async () => {
  serve({ [chat]: inDays(2), [news]: inDays(2) });
  await start();
  const one = await open(chat);
  const both = await open(news, one.cookie);
  expect(await versions(both.cookie)).toEqual([chat, 'mf-teams@1', news]);
  expect(await (await get('/', both.cookie)).text()).toContain('<br>Preview: mf-news@0.1.0-pr.8.2');
  const left = (await get('/?preview=mf-chat@', both.cookie)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await versions(left)).toEqual(['mf-chat@1', 'mf-teams@1', news]);
  expect((await get('/?preview=', both.cookie)).headers.getSetCookie()[0]).toContain('Max-Age=0');
});

test('if two versions of one remote are previewed, the one that was opened last runs', async () => {
  const later = 'mf-chat@0.2.0-pr.9';
  serve({ [chat]: inDays(2), [later]: inDays(2) });
  await start();
  const { cookie } = await open(later, (await open(chat)).cookie);
  expect(await versions(cookie)).toEqual([later, 'mf-teams@1']);
});

test('it expires: the next page is the usual one, and its address says so', async () => {
  serve({ [chat]: inDays(2) });
  await start();
  const { cookie } = await open(chat);
  now += 2 * 86_400_000;
  expect(await versions(cookie)).toEqual(['mf-chat@1', 'mf-teams@1']);
  expect(await (await get('/', cookie)).text()).not.toContain('Preview:');
  const { answer } = await open(chat);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
  expect(await answer.text()).toMatch(/^The preview of mf-chat@0\.2\.0-pr\.7 ended on .* UTC\.\n$/);
});

test('a forged, foreign, changed or unsigned address is refused with a sentence, and ignored as a cookie', async () => {
  serve({ [chat]: inDays(2) });
  await start();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const own = previewToken(signingKey(data), 'staging', chat);
  const refused = [
    previewToken({ id: signingKey(data).id, key: publicKey, secret: privateKey }, 'staging', chat),
    previewToken(signingKey(data), 'live', chat),
    own.replace('pr.7', 'pr.9'),
    chat,
    '<script>',
  ];
  for (const one of refused) {
    const answer = await get(`/?preview=${encodeURIComponent(one)}`);
    expect([answer.status, answer.headers.getSetCookie()], one).toEqual([410, []]);
    expect(answer.headers.get('content-type'), one).toContain('text/plain');
    expect(await answer.text(), one).toBe(
      'This is not the address of a preview of staging: it was changed, or belongs to another environment.\n',
    );
    expect(await versions(`atrium_preview=${one}`), one).toEqual(['mf-chat@1', 'mf-teams@1']);
  }
});

test('a preview that is not in the signed set has ended, even if its address is signed', async () => {
  serve({});
  await start();
  const { answer } = await open(chat);
  expect(answer.status).toBe(410);
  expect(await answer.text()).toBe(
    'The preview of mf-chat@0.2.0-pr.7 is no longer available: it ended, or the version was withdrawn.\n',
  );
});

test('production has no previews: not in its set, not by an address, and not by a cookie', async () => {
  const pin = { version: '1' };
  const all = { shell: pin, service: pin, remotes: pins, previews: { [chat]: inDays(2) } };
  expect(resolveReleaseSet({ ...all, environment: 'production' }, store).previews).toBeUndefined();
  // Not even if a signer was tricked into signing it.
  const tricked = resolveReleaseSet({ ...all, environment: 'staging' }, store);
  expect(tricked.previews).toHaveLength(1);
  writeSignedSet(data, { ...tricked, environment: 'production' });
  await start('production');
  const address = `/?preview=${token(chat, 'production')}`;
  expect([(await get(address)).status, (await get(address)).headers.getSetCookie()]).toEqual([410, []]);
  const cookie = `atrium_preview=${previewToken(signingKey(data), 'production', chat)}`;
  expect(await versions(cookie)).toEqual(['mf-chat@1', 'mf-teams@1']);
});

test('a disabled remote is excluded from previews, too, and no address redirects to another host', async () => {
  serve({ [chat]: inDays(2) }, 'staging', { ...pins, 'mf-chat': { version: '1', disabled: true } });
  await start();
  const { cookie } = await open(chat);
  expect(await versions(cookie)).toEqual(['mf-teams@1']);
  expect((await get(`//evil.test/?preview=`)).headers.get('location')).toBe('/evil.test/?preview=');
});
