import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Environment, Pin } from '../release/environment.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import type { Rollout } from '../release/rollout.ts';
import type { Person } from '../release/service-health.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge, type EdgeOptions } from './edge.ts';

const id = (at: number) => at.toString(16).padStart(24, '0');
const team = id(900);
let data = '';
let store: Store;
let origin = '';
let servers: Server[] = [];
/** Which user has which session, according to the service. A function simulates a failing service. */
let sessions: Record<string, Person> = {};
let failService: RequestListener | undefined;
let calls = 0;

const listening = (server: Server) =>
  new Promise<number>((done) => {
    servers.push(server);
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
const start = async (options: Partial<EdgeOptions> = {}) => {
  const port = await listening(
    createServer((request, response) => {
      calls += 1;
      if (failService) {
        failService(request, response);
        return;
      }
      const session = /atrium_session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      response.end(request.url === '/internal/person' ? JSON.stringify({ person: sessions[session] }) : '{}');
    }),
  );
  const service = { host: '127.0.0.1', port };
  const edge = createEdge({
    data,
    environment: 'local',
    service,
    reportKey: 'a key of all edges',
    timeoutMs: 60_000,
    ...options,
  });
  origin = `http://127.0.0.1:${await listening(edge)}`;
};
const serve = (remotes: Readonly<Record<string, Pin>>, more: Partial<Environment> = {}) => {
  const pin = { version: '1' };
  const environment = { environment: 'local', shell: pin, service: pin, remotes, ...more };
  writeSignedSet(data, resolveReleaseSet(environment, store));
};
const flags = (all: Record<string, Rollout>) =>
  serve({ 'mf-a': { version: '1' } }, { flags: Object.fromEntries(Object.entries(all).map(([k, v]) => [k, [...v]])) });
const get = (cookie = '', headers: Record<string, string> = {}, path = '/release-set.json') =>
  fetch(origin + path, { headers: { cookie, ...headers } });
const setOf = async (...given: Parameters<typeof get>) => (await (await get(...given)).json()) as ReleaseSet;
const version = async (...given: Parameters<typeof get>) => (await setOf(...given)).remotes[0]?.version;
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
const visitorCookie = (response: Response) =>
  cookiesOf(response).find((one) => one.startsWith('atrium_visitor=')) ?? '';
const person = (at: number, teams: string[] = [], plans = ['free']): Person => ({ id: id(at), teams, plans });

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-groups-'));
  store = openStore(join(data, 'store'));
  publishShell(store, '1', '<head><!--release-set--></head>');
  const declared = { description: 'x', ends: '2027-01-31' };
  const contract = { flags: { polls: { ...declared, default: false }, drafts: { ...declared, default: true } } };
  for (const one of ['1', '2']) publishRemote(store, 'mf-a', one, { contract });
  sessions = { ann: person(1, [team], ['premium', 'team']), bob: person(2) };
  failService = undefined;
  calls = 0;
});
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
  rmSync(data, { recursive: true });
});

describe('a version for a group', () => {
  const canary = (groups: Rollout): Pin => ({
    version: '1',
    canary: { version: '2', percent: 0, groups: [...groups] },
  });

  test('is for the users, teams and plans that its rules name, and falls back to the version of the others', async () => {
    await start();
    const of = async (groups: Rollout) => {
      serve({ 'mf-a': canary(groups) });
      return Promise.all(['', 'atrium_session=ann', 'atrium_session=bob'].map((cookie) => version(cookie)));
    };
    expect(await of([{ teams: [team] }])).toEqual(['1', '2', '1']);
    expect(await of([{ persons: [id(2)] }])).toEqual(['1', '1', '2']);
    expect(await of([{ plans: ['premium'] }])).toEqual(['1', '2', '1']);
    expect(await of([{ plans: ['free'] }, { teams: [team] }])).toEqual(['1', '2', '2']);
    expect(await of([{ plans: ['free'], teams: [team] }])).toEqual(['1', '1', '1']);
    serve({ 'mf-a': canary([{ teams: [team] }]) });
    expect((await setOf('atrium_session=ann')).remotes[0]?.previous?.version).toBe('1');
  });

  test('a change of a plan or a team applies at the next load, even if it leaves the group', async () => {
    serve({ 'mf-a': canary([{ plans: ['team'] }]) });
    await start();
    const before = await get('atrium_session=ann');
    expect(((await before.json()) as ReleaseSet).remotes[0]?.version).toBe('2');
    sessions = { ann: person(1) };
    const cookie = `atrium_session=ann; ${visitorCookie(before)}`;
    // A page that is already open makes fewer requests.
    expect(await version(cookie)).toBe('2');
    const after = await get(cookie, {}, '/');
    expect(await after.text()).toContain('"name":"mf-a","version":"1"');
    expect(await version(`atrium_session=ann; ${visitorCookie(after)}`)).toBe('1');
  });

  test('pages that poll for updates rarely call the service, and at once if the set requires it', async () => {
    let now = Date.now();
    serve({ 'mf-a': canary([{ plans: ['team'] }]) });
    await start({ now: () => now });
    const cookie = `atrium_session=ann; ${visitorCookie(await get('atrium_session=ann', {}, '/'))}`;
    for (let at = 0; at < 5; at += 1) expect(await version(cookie)).toBe('2');
    expect(calls).toBe(1);
    serve({ 'mf-a': canary([{ teams: [team] }]) });
    expect([await version(cookie), calls]).toEqual(['2', 2]);
    serve({ 'mf-a': canary([{ plans: ['team'] }]) });
    now += 10 * 60_000;
    const later = await get(cookie);
    expect([calls, visitorCookie(later)]).toEqual([3, expect.stringMatching(/^atrium_visitor=/)]);
  });

  test('a share is drawn by user, for all their devices, and by browser for visitors', async () => {
    serve({ 'mf-a': canary([{ share: 50 }]) });
    sessions = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`s${at}`, person(at)]));
    sessions = { ...sessions, ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`t${at}`, person(at)])) };
    await start();
    const of = (kind: string) =>
      Promise.all(Array.from({ length: 40 }, (_, at) => version(`atrium_session=${kind}${at}`)));
    const [phones, desks] = [await of('s'), await of('t')];
    expect(phones).toEqual(desks);
    expect(new Set(phones)).toEqual(new Set(['1', '2']));
    const visit = await get('');
    const cohort = cookiesOf(visit).join('; ');
    expect(cohort).toContain('atrium_cohort=');
    expect(await version(cohort)).toBe(((await visit.json()) as ReleaseSet).remotes[0]?.version);
  });

  test('a country is taken only from the header that the proxy in front sets', async () => {
    serve({ 'mf-a': canary([{ countries: ['ZA'] }]) });
    await start({ countryHeader: 'cf-ipcountry' });
    expect(await version('', { 'cf-ipcountry': 'za' })).toBe('2');
    expect([await version(''), await version('', { 'cf-ipcountry': 'DE' })]).toEqual(['1', '1']);
    expect(calls).toBe(0);
    await start();
    expect(await version('', { 'cf-ipcountry': 'ZA' })).toBe('1');
  });

  test('a new remote is available to its group only, and disabled for all', async () => {
    const pin = { version: '1', share: 0, groups: [{ teams: [team] }] };
    serve({ 'mf-a': pin });
    await start();
    expect((await setOf('')).remotes).toEqual([]);
    expect(await version('atrium_session=ann')).toBe('1');
    serve({ 'mf-a': { ...pin, disabled: true } });
    expect((await setOf('atrium_session=ann')).remotes).toEqual([]);
  });
});

test('reports about a version are accepted only from members of its group', async () => {
  serve({ 'mf-a': { version: '1', canary: { version: '2', percent: 0, groups: [{ teams: [team] }] } } });
  await start();
  const posted = async (session: string) => {
    const cookie = [session, ...cookiesOf(await get(session, {}, '/'))].join('; ');
    const before = calls;
    const reports = [{ remote: 'mf-a', version: '2', kind: 'loaded' }];
    const headers = { cookie, 'content-type': 'application/json' };
    await fetch(`${origin}/api/reportReleases`, { method: 'POST', headers, body: JSON.stringify({ reports }) });
    return calls - before;
  };
  expect([await posted('atrium_session=ann'), await posted('atrium_session=bob'), await posted('')]).toEqual([1, 0, 0]);
});

describe('visitors without identity', () => {
  const forAnn: Pin = { version: '1', canary: { version: '2', percent: 0, groups: [{ teams: [team] }] } };
  const stolen = async () => visitorCookie(await get('atrium_session=ann'));

  test('a service that hangs or fails leaves known users their variants, and all others the default', async () => {
    serve({ 'mf-a': forAnn });
    await start();
    const cookie = `atrium_session=ann; ${await stolen()}`;
    await start({ timeoutMs: 50 });
    failService = () => undefined;
    expect(await version(cookie)).toBe('2');
    expect(await version('atrium_session=ann')).toBe('1');
    const before = calls;
    await Promise.all(Array.from({ length: 10 }, () => version('atrium_session=ann')));
    // The next pages do not wait for it again.
    expect(calls).toBe(before);
  });

  test('a cookie applies to its user only, and not once it is expired, changed or from another environment', async () => {
    let now = Date.now();
    serve({ 'mf-a': forAnn });
    await start({ now: () => now });
    const cookie = await stolen();
    expect(cookie).toMatch(/^atrium_visitor=[\w.~-]+$/);
    expect(cookie).not.toContain(team);
    failService = (_, response) => response.destroy();
    const [end = '', draw, wanted, facts, proof] = cookie.slice('atrium_visitor='.length).split('.');
    const later = (Number.parseInt(end, 36) + 1).toString(36);
    const changed = [
      `atrium_visitor=${[later, draw, wanted, facts, proof].join('.')}`,
      `atrium_visitor=${[end, draw, wanted, `${facts}~x`, proof].join('.')}`,
      `${cookie}.x`,
      'atrium_visitor=....',
    ];
    for (const one of changed) expect(await version(`atrium_session=ann; ${one}`), one).toBe('1');
    expect(await version(`atrium_session=bob; ${cookie}`)).toBe('1');
    expect(await version(cookie)).toBe('1');
    now += 25 * 60 * 60_000;
    expect(await version(`atrium_session=ann; ${cookie}`)).toBe('1');
    await start({ reportKey: 'another key after a change' });
    expect(await version(`atrium_session=ann; ${cookie}`)).toBe('1');
  });

  test('a condition that this edge does not know matches nobody', async () => {
    const unknown = resolveReleaseSet(
      { environment: 'local', shell: { version: '1' }, service: { version: '1' }, remotes: { 'mf-a': forAnn } },
      store,
    );
    const [one] = unknown.remotes;
    const remotes = [{ ...one!, canary: { ...one!.canary!, groups: [{ moods: ['good'] }, { plans: 'premium' }] } }];
    writeSignedSet(data, { ...unknown, remotes });
    await start();
    expect(await version('atrium_session=ann')).toBe('1');
  });

  test('if no user gets a variant, the service is not called, and the page sets no cookie', async () => {
    serve({ 'mf-a': { version: '1' } });
    await start();
    const page = await get('atrium_session=ann', {}, '/');
    expect(cookiesOf(page).map((one) => one.split('=')[0])).toEqual(['atrium_report']);
    expect(calls).toBe(0);
  });
});

describe('flags', () => {
  test('a page contains which flags are on for its user, and nothing about their rules', async () => {
    flags({ 'mf-a.polls': [{ teams: [team] }], 'mf-a.gone': [], 'mf-x.any': [{}] });
    await start();
    expect((await setOf('')).flags).toEqual({ 'mf-a.drafts': true, 'mf-x.any': true });
    const page = await (await get('atrium_session=ann', {}, '/')).text();
    expect(page).toContain('"mf-a.polls":true');
    expect(page).not.toContain(team);
    expect(page).not.toContain(id(1));
  });

  test('a flag that is on by default can be turned off, and each change is a new set, which pages offer', async () => {
    flags({});
    await start();
    const before = await setOf('');
    flags({ 'mf-a.drafts': [] });
    const after = await setOf('');
    expect([before.flags, after.flags]).toEqual([{ 'mf-a.drafts': true }, { 'mf-a.drafts': false }]);
    expect(after.id).not.toBe(before.id);
  });

  test('two users of one set have pages of their own', async () => {
    flags({ 'mf-a.polls': [{ plans: ['team'] }] });
    await start();
    const [ann, bob] = [await setOf('atrium_session=ann'), await setOf('atrium_session=bob')];
    expect([ann.flags?.['mf-a.polls'], bob.flags?.['mf-a.polls']]).toEqual([true, undefined]);
    expect(ann.id).not.toBe(bob.id);
    expect((await get('atrium_session=ann', {}, '/')).headers.get('cache-control')).toBe('no-store');
  });
});

test('operators see for whom versions, flags and previews are enabled', async () => {
  publishRemote(store, 'mf-a', '3-pr.1');
  const canary = { version: '2', percent: 0, groups: [{ teams: [team], share: 10 }] };
  serve(
    { 'mf-a': { version: '1', canary } },
    { flags: { 'mf-a.polls': [{}] }, previews: { 'mf-a@3-pr.1': '2099-01-01T00:00:00.000Z' } },
  );
  await start({ operatorKey: '' });
  const { rollouts } = (await (await get('', {}, '/operator.json')).json()) as { rollouts: unknown };
  expect(rollouts).toEqual([
    { name: 'mf-a@2', kind: 'version', for: `10 % of team ${team}` },
    { name: 'mf-a.polls', kind: 'flag', for: 'everybody' },
    { name: 'mf-a@3-pr.1', kind: 'preview', for: 'whoever opens its address, until 2099-01-01T00:00:00.000Z' },
  ]);
  expect(await (await get('', {}, '/operator')).text()).toContain('<td>mf-a.polls</td><td>flag</td><td>everybody</td>');
});
