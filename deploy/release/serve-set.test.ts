import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishRemote, publishShell } from '../testing/release.ts';
import { folderDocuments } from './documents.ts';
import { withPin, writeEnvironment } from './environment.ts';
import { folderFloors } from './floors.ts';
import { signingKey, trustedKeys } from './keys.ts';
import { folderRegistry, type Registry } from './registry.ts';
import { serveSet } from './serve-set.ts';
import { readSignedSet } from './signed-set.ts';
import { openStore, type Store } from './store.ts';

let folder = '';
let store: Store;
const registry = () => folderRegistry(join(folder, 'pins'), folder);
const sets = () => folderDocuments(join(folder, 'sets'));
const floors = () => folderFloors(join(folder, 'sets'));
const serve = (of: Registry) =>
  serveSet(
    { registry: of, store, sets: sets(), floors: floors(), key: () => signingKey(folder, {}), built: () => ({}) },
    'live',
  );
const served = async () => {
  const { remotes } = readSignedSet((await sets().read('live.json'))?.text ?? '', trustedKeys(folder, {}));
  return remotes.map(({ version }) => version);
};
const pin = (name: string) => registry().change('live', 'pin', (now) => withPin(now, name, '2.0.0'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-serve-'));
  store = openStore(join(folder, 'store'));
  publishShell(store, '1.0.0');
  for (const name of ['mf-a', 'mf-b']) for (const version of ['1.0.0', '2.0.0']) publishRemote(store, name, version);
  const one = { version: '1.0.0' };
  writeEnvironment(
    { environment: 'live', shell: one, service: one, remotes: { 'mf-a': one, 'mf-b': one } },
    join(folder, 'pins'),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what is served is what is pinned at that moment, signed', async () => {
  await serve(registry());
  expect(await served()).toEqual(['1.0.0', '1.0.0']);
  await pin('mf-b');
  await serve(registry());
  expect(await served()).toEqual(['1.0.0', '2.0.0']);
});

test('each signature has the next number', async () => {
  const numbers = [];
  for (let round = 0; round < 3; round += 1) numbers.push((await serve(registry())).serial);
  expect(numbers).toEqual([1, 2, 3]);
});

test('a new key continues the sequence of the previous one if that is trusted, otherwise it is refused', async () => {
  const [old, other] = [signingKey(folder, {}), signingKey(join(folder, 'other'), {})];
  const by = (key: typeof old, trusted: (typeof old)[] = [key]) => {
    const of = { registry: registry(), store, sets: sets(), floors: floors(), built: () => ({}) };
    return { ...of, key: () => key, trusted: () => trusted };
  };
  await serveSet(by(old), 'live');
  await expect(serveSet(by(other), 'live')).rejects.toThrow(
    /^The existing set of live cannot be continued: It is signed by the key \w+, which is not trusted\. `pnpm release resume live` starts over\.$/,
  );
  expect((await serveSet(by(other, [old, other]), 'live')).serial).toBe(2);
  const resumed = await serveSet({ ...by(old), now: () => 5_000_000 }, 'live', 'resume');
  expect(resumed).toMatchObject({ serial: 5001, expires: '1970-01-15T01:23:20.000Z' });
});

test('an untrusted key signs nothing, and the error lists the trusted keys', async () => {
  const [own, stranger] = [signingKey(folder, {}), signingKey(join(folder, 'stranger'), {})];
  const of = { registry: registry(), store, sets: sets(), floors: floors(), built: () => ({}) };
  const signing = serveSet({ ...of, key: () => stranger, trusted: () => [own] }, 'live');
  await expect(signing).rejects.toThrow(`the key ${stranger.id} is not trusted`);
  await expect(signing).rejects.toThrow(`Trusted: ${own.id}. `);
  expect(await sets().read('live.json')).toBeUndefined();
});

test('a promotion does not revert another one that came after its pins were read', async () => {
  await pin('mf-a');
  let isFirst = true;
  const slow: Registry = {
    ...registry(),
    async read(name) {
      const pins = await registry().read(name);
      if (isFirst) {
        isFirst = false;
        await pin('mf-b');
        await serve(registry());
      }
      return pins;
    },
  };
  await serve(slow);
  expect(await served()).toEqual(['2.0.0', '2.0.0']);
});
