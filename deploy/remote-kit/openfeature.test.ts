import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEdge } from '../edge/edge.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { trustedKeys } from '../release/keys.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import type { Rollout } from '../release/rollout.ts';
import { setFile } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createFlagProvider } from './openfeature.ts';

const id = (at: number) => at.toString(16).padStart(24, '0');
const [polls, drafts, team] = ['mf-a.polls', 'mf-a.drafts', id(900)];
let data = '';
let store: Store;
let past = 0;

const sign = (flags: Record<string, Rollout>) => {
  const pin = { version: '1' };
  const all = Object.fromEntries(Object.entries(flags).map(([name, rules]) => [name, [...rules]]));
  const environment = { environment: 'local', shell: pin, service: pin, remotes: { 'mf-a': pin }, flags: all };
  writeSignedSet(data, resolveReleaseSet(environment, store));
};
const held = () => readFileSync(setFile(data, 'local'), 'utf8');
const provide = async (options: Partial<Parameters<typeof createFlagProvider>[0]> = {}) => {
  const pem = trustedKeys(data, {}).map(({ key }) => key.export({ type: 'spki', format: 'pem' }));
  const provider = createFlagProvider({
    environment: 'local',
    read: () => Promise.resolve(held()),
    trust: pem.join(''),
    every: 10,
    now: () => Date.now() + past,
    ...options,
  });
  await OpenFeature.setProviderAndWait(provider).catch(() => undefined);
  return OpenFeature.getClient();
};

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-openfeature-'));
  past = 0;
  store = openStore(join(data, 'store'));
  publishShell(store, '1', '<head><!--release-set--></head>');
  publishRemote(store, 'mf-a', '1');
});
afterEach(async () => {
  await OpenFeature.clearProviders();
  rmSync(data, { recursive: true, force: true });
});

test('the context decides about a flag; a flag without rules has the caller’s default', async () => {
  sign({ [polls]: [{ teams: [team] }, { countries: ['ZA'], plans: ['free'] }], [drafts]: [] });
  const client = await provide();
  expect(await client.getBooleanValue(polls, false, { targetingKey: id(1), teams: [team] })).toBe(true);
  expect(await client.getBooleanValue(polls, true, { targetingKey: id(1), teams: [] })).toBe(false);
  expect(await client.getBooleanValue(polls, false, { targetingKey: id(1), plans: ['free'], country: 'za' })).toBe(
    true,
  );
  expect(await client.getBooleanValue(polls, true, {})).toBe(false);
  expect(await client.getBooleanDetails(drafts, true, { targetingKey: id(1) })).toMatchObject({
    value: false,
    variant: 'off',
    reason: 'TARGETING_MATCH',
  });
  expect(await client.getBooleanDetails('mf-a.other', true)).toMatchObject({ value: true, reason: 'DEFAULT' });
  expect(await client.getBooleanDetails(polls, true, { teams: team })).toMatchObject({
    value: true,
    errorCode: 'INVALID_CONTEXT',
  });
  expect(await client.getNumberDetails(polls, 3)).toMatchObject({ value: 3, errorCode: 'TYPE_MISMATCH' });
});

test('the server and the page draw a share for the same users', async () => {
  sign({ [polls]: [{ share: 40 }] });
  const client = await provide();
  const service = createServer((request, response) => {
    const [, at = ''] = /atrium_session=(\d+)/.exec(request.headers.cookie ?? '') ?? [];
    response.end(JSON.stringify({ person: { id: id(Number(at)), teams: [], plans: [] } }));
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  const edge = createEdge({ data, environment: 'local', service: { host: '127.0.0.1', port }, reportKey: 'a key' });
  await new Promise<void>((done) => edge.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(edge.address() as AddressInfo).port}/release-set.json`;
  try {
    const users = Array.from({ length: 30 }, (_, at) => at);
    const pages = await Promise.all(
      users.map(async (at) => {
        const set = (await (
          await fetch(address, { headers: { cookie: `atrium_session=${at}` } })
        ).json()) as ReleaseSet;
        return set.flags?.[polls] ?? false;
      }),
    );
    const servers = await Promise.all(
      users.map((at) => client.getBooleanValue(polls, false, { targetingKey: id(at) })),
    );
    expect(servers).toEqual(pages);
    expect(new Set(servers)).toEqual(new Set([true, false]));
  } finally {
    edge.close();
    service.close();
  }
});

test('a new set applies after the next poll, and reports what changed', async () => {
  sign({ [polls]: [] });
  const client = await provide();
  const changed = new Promise((done) => client.addHandler(ProviderEvents.ConfigurationChanged, done));
  sign({ [polls]: [{}] });
  expect(await changed).toMatchObject({ flagsChanged: [polls] });
  expect(await client.getBooleanValue(polls, false)).toBe(true);
});

test('a changed or older set is not accepted: the current one stays until it expires', async () => {
  sign({ [polls]: [{}] });
  const first = held();
  sign({ [polls]: [{}], [drafts]: [{}] });
  const client = await provide();
  const stale = () => new Promise((done) => client.addHandler(ProviderEvents.Stale, done));
  writeFileSync(setFile(data, 'local'), held().replace(drafts, 'mf-a.others'));
  expect(await stale()).toMatchObject({ message: expect.stringMatching(/changed|signature|signed/) });
  writeFileSync(setFile(data, 'local'), first);
  expect(await stale()).toBeTruthy();
  expect(await client.getBooleanValue(drafts, false)).toBe(true);
  past = 400 * 86_400_000;
  expect(await client.getBooleanDetails(drafts, false)).toMatchObject({
    value: false,
    errorCode: 'PROVIDER_NOT_READY',
    errorMessage: expect.stringContaining('expired'),
  });
});

test('without a set everybody gets the default, until there is one', async () => {
  const client = await provide();
  expect(await client.getBooleanDetails(polls, true)).toMatchObject({ value: true, errorCode: 'PROVIDER_NOT_READY' });
  const ready = new Promise((done) => client.addHandler(ProviderEvents.Ready, done));
  sign({ [polls]: [] });
  await ready;
  expect(await client.getBooleanValue(polls, true)).toBe(false);
});
