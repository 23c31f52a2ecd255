import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSignedSet } from '../release/hand-signed.ts';
import { signingKey } from '../release/keys.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { readSignedSet, setFile, signedSetText } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { writeAtomically } from '../release/write-atomically.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';

const day = 86_400_000;
let data = '';
let store: Store;
let origin = '';
/** Milliseconds by which the edge's clock is ahead. */
let later = 0;
const servers: Server[] = [];
const lines: string[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const pin = (chat: string) => {
  const pins = { environment: 'live', shell: { version: '1.0.0' }, service: { version: '1.0.0' } };
  writeSignedSet(data, resolveReleaseSet({ ...pins, remotes: { 'mf-chat': { version: chat } } }, store));
};
const file = () => setFile(data, 'live');
const text = () => readFileSync(file(), 'utf8');
const write = (content: string) => writeAtomically(file(), content);
const health = async () => {
  const response = await fetch(`${origin}/healthz`);
  const [state, why, todo, ...rest] = (await response.text()).trim().split('\n');
  expect(rest).toEqual([]);
  return { status: response.status, state, why, todo };
};
const operator = async () => {
  const response = await fetch(`${origin}/operator`);
  return { status: response.status, alert: /<p role="alert"><b>(.*?)<\/p>/.exec(await response.text())?.[1] };
};
const well = { status: 200, state: 'ok', why: undefined, todo: undefined };

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'atrium-problems-'));
  store = openStore(join(data, 'store'));
  later = 0;
  lines.length = 0;
  publishShell(store, '1.0.0', '<head><!--release-set--></head>');
  for (const version of ['1.0.0', '2.0.0']) publishRemote(store, 'mf-chat', version);
  const service = { host: '127.0.0.1', port: await listen(createServer((_, response) => response.end('{}'))) };
  const report = (line: string) => lines.push(line);
  const edge = createEdge({
    data,
    environment: 'live',
    service,
    operatorKey: '',
    report,
    now: () => Date.now() + later,
  });
  origin = `http://127.0.0.1:${await listen(edge)}`;
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

test('before the first signature, both pages show the command that signs', async () => {
  expect(await health()).toEqual({
    status: 503,
    state: 'Atrium has no release.',
    why: 'There is none. No release set of live has been signed yet.',
    todo: 'To do: `pnpm release sign live` signs what is pinned.',
  });
  expect(await operator()).toMatchObject({ status: 503, alert: expect.stringContaining('pnpm release sign live') });
  const view = (await (await fetch(`${origin}/operator.json`)).json()) as object;
  expect(view).toMatchObject({ environment: 'live', problem: { code: 'unsigned' } });
});

const stranger = () => signingKey(join(data, 'stranger'), {});
const held = (content: string) => readSignedSet(content, [signingKey(data, {})]);
const refused: [string, (good: string) => string, RegExp, RegExp][] = [
  ['no signature', (good) => good.replace(/"signed":.*\n/, ''), /It is not signed/, /release sign live/],
  ['the signature of a stranger', (good) => signedSetText(held(good), stranger()), /not trusted/, /TRUST/],
  ['a byte that was changed', (good) => good.replace('mf-chat/2', 'mf-chat/3'), /does not match/, /write to the store/],
  ['a text that was cut off', (good) => good.slice(0, 200), /not a release set/, /disk/],
  [
    'the set of another environment',
    (good) => signedSetText({ ...held(good), environment: 'staging' }, signingKey(data, {})),
    /environment staging/,
    /ATRIUM_ENVIRONMENT/,
  ],
];

test.each(refused)(
  '%s is shown on both pages with what to do, until the set is intact again',
  async (_, ruin, why, todo) => {
    pin('1.0.0');
    expect(await health()).toEqual(well);
    pin('2.0.0');
    const good = text();
    write(ruin(good));
    expect(await health()).toMatchObject({ status: 200, state: 'ok' });
    expect((await health()).why).toMatch(why);
    expect((await health()).why).toMatch(/^The newest is not served\. /);
    expect((await health()).todo).toMatch(todo);
    const { status, alert } = await operator();
    expect(status).toBe(200);
    expect(alert).toMatch(why);
    expect(alert).toMatch(todo);
    expect(lines).toHaveLength(1);
    write(good);
    expect(await health()).toEqual(well);
    expect(await operator()).toEqual({ status: 200, alert: undefined });
  },
);

test('a restored old set is reported, with the command for a restore', async () => {
  pin('1.0.0');
  const old = text();
  pin('2.0.0');
  await health();
  write(old);
  expect(await health()).toMatchObject({ status: 200, todo: expect.stringContaining('pnpm release resume live') });
});

test('a set that is not renewed is reported two days before it expires, and then with the clock of the edge', async () => {
  pin('1.0.0');
  later = 12.5 * day;
  expect(await health()).toMatchObject({ status: 200, why: expect.stringMatching(/^It must be renewed\. It expires/) });
  later = 15 * day;
  const ended = await health();
  expect(ended).toMatchObject({ status: 503, state: 'Atrium has no release.' });
  expect(ended.todo).toContain(
    `The clock of this edge says ${new Date(Date.now() + later).toISOString().slice(0, 10)}`,
  );
  expect(await operator()).toMatchObject({ status: 503, alert: expect.stringContaining('doctor live') });
  // The clock is right again, or the set was renewed.
  later = 0;
  await health();
  later = 2000;
  expect(await health()).toEqual(well);
});

test('a changed byte of a remote is reported, although the set is served', async () => {
  writeFileSync(join(store.files('mf-chat', '1.0.0'), 'remoteEntry.js'), 'steal();');
  pin('1.0.0');
  expect(await health()).toMatchObject({
    status: 200,
    why: 'It is only partly served. mf-chat@1.0.0: remoteEntry.js was changed after it was published.',
    todo: expect.stringContaining('pnpm release doctor live'),
  });
});

test('a fallback that returns to the disk is no longer reported a minute later, and its absence was reported once', async () => {
  const pins = { environment: 'live', shell: { version: '1.0.0' }, service: { version: '1.0.0' } };
  const remotes = { 'mf-chat': { version: '2.0.0', previous: '1.0.0' } };
  writeSignedSet(data, resolveReleaseSet({ ...pins, remotes }, store));
  const [there, away] = [join(store.root, 'mf-chat/1.0.0'), join(data, 'away')];
  renameSync(there, away);
  const absent = {
    ...well,
    why: 'It is only partly served. mf-chat@1.0.0 is not in the store.',
    todo: expect.stringContaining('lists everything that is missing'),
  };
  expect(await health()).toEqual(absent);
  later = 61_000;
  expect(await health()).toEqual(absent);
  renameSync(away, there);
  later = 122_000;
  expect(await health()).toEqual(well);
  expect(lines).toEqual(['mf-chat@1.0.0 is not in the store.']);
});

test('a disk that becomes unavailable is reported, and no longer when it is back', async () => {
  pin('1.0.0');
  expect(await health()).toEqual(well);
  renameSync(join(data, 'store'), join(data, 'away'));
  expect((await health()).why).toBe('It is only partly served. shell@1.0.0: index.html is missing.');
  // A set that arrives meanwhile cannot be read either.
  renameSync(join(data, 'away'), join(data, 'store'));
  pin('2.0.0');
  renameSync(join(data, 'store'), join(data, 'away'));
  expect((await health()).why).toMatch(/^The newest is not served\. /);
  renameSync(join(data, 'away'), join(data, 'store'));
  later = 2000;
  expect(await health()).toEqual(well);
  expect(await (await fetch(origin)).text()).toContain('/assets/mf-chat/2.0.0/');
});

test('a removed set is reported while the previous one is served', async () => {
  pin('1.0.0');
  await health();
  const good = text();
  rmSync(file());
  expect(await health()).toMatchObject({ status: 200, why: 'The newest is not served. It no longer exists.' });
  write(good);
  later = 2000;
  expect(await health()).toEqual(well);
});
