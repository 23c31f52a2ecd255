import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { recordRemote } from '../contract-record.ts';
import { effectiveSet } from '../effective-set.ts';
import { readEnvironment, writeEnvironment } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { emptyContract } from '../record.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet, setFile } from '../signed-set.ts';
import { openStore, type Store } from '../store.ts';
import { publishRemote } from '../../testing/release.ts';

let folder = '';
let environments = '';
let store: Store;
const output: string[] = [];
const run = async (...args: string[]) => {
  output.length = 0;
  const registry = folderRegistry(environments, folder);
  const pinned = (environment: Parameters<typeof effectiveSet>[1]) => effectiveSet(folder, environment, store);
  return runRelease({ store, data: folder, registry, built: () => ({}), pinned }, args, (line) => output.push(line));
};
const configuration = (pageSize: z.ZodMiniType, more: Record<string, z.ZodMiniType> = {}) => ({
  contract: recordRemote({
    name: 'mf-a',
    exposes: {},
    routes: [],
    fills: [],
    dialogs: [],
    opens: [],
    emits: [],
    handles: [],
    calls: [],
    configuration: { schema: () => z.object({ pageSize: z.optional(pageSize), ...more }), defaults: { pageSize: 20 } },
  }),
});
const size = () => z.int().check(z.gte(1), z.lte(100));
const page = () => z.optional(z.string().check(z.regex(/^https:\/\/\S+$/)));
const pins = () => readEnvironment('test', environments);
const served = () => readSignedSet(readFileSync(setFile(folder, 'test'), 'utf8'), trustedKeys(folder)).remotes[0];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-configure-'));
  environments = join(folder, 'pins');
  store = openStore(join(folder, 'store'));
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '0.1.0', kernel: '0.1.0', contract: emptyContract }));
  publishRemote(store, 'mf-a', '0.1.0', configuration(size(), { page: page(), title: z.optional(z.string()) }));
  publishRemote(store, 'mf-b', '0.1.0');
  const pin = { version: '0.1.0' };
  writeEnvironment(
    { environment: 'test', shell: pin, service: pin, remotes: { 'mf-a': pin, 'mf-b': pin } },
    environments,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the configuration of a remote in an environment', () => {
  test('is served with its release at once, in one line of the pins and in the history, and no release is made', async () => {
    expect(await run('configure', 'test', 'mf-a', 'pageSize=50', 'page=https://status.test')).toBe(0);
    expect(output).toEqual(['test: mf-a has {"pageSize":50,"page":"https://status.test"}.']);
    expect(readFileSync(join(environments, 'test.json'), 'utf8')).toContain(
      '    "mf-a": { "pageSize": 50, "page": "https://status.test" }\n',
    );
    expect(served()).toMatchObject({
      version: '0.1.0',
      configuration: { pageSize: 50, page: 'https://status.test' },
    });
    expect(store.versions('mf-a')).toEqual(['0.1.0']);
    await run('history', 'test');
    expect(output[0]).toContain(
      'configure: configuration of mf-a nothing → {"pageSize":50,"page":"https://status.test"}',
    );
  });

  test('is in the status of its environment', async () => {
    await run('configure', 'test', 'mf-a', 'pageSize=50');
    await run('status', 'test');
    expect(output).toContain('  configuration of mf-a: {"pageSize":50}');
  });

  test('changes field by field, as text where the schema requires text, and is removed by an empty value', async () => {
    await run('configure', 'test', 'mf-a', 'pageSize=50', 'title=2026');
    expect(await run('configure', 'test', 'mf-a', 'pageSize=')).toBe(0);
    expect(pins().configuration).toEqual({ 'mf-a': { title: '2026' } });
    expect(await run('configure', 'test', 'mf-a', 'title=')).toBe(0);
    expect(served()).not.toHaveProperty('configuration');
  });

  test('is replaced by the content of a file', async () => {
    await run('configure', 'test', 'mf-a', 'title=Old');
    const file = join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ pageSize: 7 }));
    expect(await run('configure', 'test', 'mf-a', '--file', file)).toBe(0);
    expect(pins().configuration).toEqual({ 'mf-a': { pageSize: 7 } });
    writeFileSync(file, '[1]');
    expect(await run('configure', 'test', 'mf-a', '--file', file)).toBe(2);
  });

  test('is listed with what can be set', async () => {
    await run('configure', 'test', 'mf-a', 'pageSize=50');
    expect(await run('configure', 'test', 'mf-a')).toBe(0);
    expect(output).toEqual([
      '  pageSize: 50  ("integer", default 20)',
      '  page: not set  ("string")',
      '  title: not set  ("string")',
    ]);
    await run('configure', 'test', 'mf-b');
    expect(output).toEqual(['mf-b has no settings.']);
  });
});

describe('a wrong value', () => {
  const before = () => ({ pins: readFileSync(join(environments, 'test.json'), 'utf8'), served: served() });

  test.each([
    [['mf-a', 'pageSize=many'], 1, /rejects its configuration: pageSize: .*expected number/],
    [['mf-a', 'pageSize=500'], 1, /rejects its configuration: pageSize: /],
    [['mf-a', 'page=http://status.test'], 1, /rejects its configuration: page: /],
    [['mf-a', 'pagesize=5'], 1, /^mf-a has no setting pagesize in what test pins\.$/],
    [['mf-b', 'pageSize=5'], 1, /^mf-b has no setting pageSize/],
    [['mf-c', 'pageSize=5'], 1, /^test pins no mf-c\.$/],
    [['mf-a', 'pageSize'], 2, /is not of the form <key>=<value>/],
    [['mf-a', '--file'], 2, /The file is missing/],
  ])('of %j is refused with its field, and nothing changes', async (args, code, why) => {
    await run('configure', 'test', 'mf-a', 'pageSize=50');
    const was = before();
    expect(await run('configure', 'test', ...args)).toBe(code);
    expect(output[0]).toMatch(why);
    expect(before()).toEqual(was);
  });

  test('refuses a pin whose schema rejects the current values, with the name of the field', async () => {
    await run('configure', 'test', 'mf-a', 'pageSize=50');
    publishRemote(store, 'mf-a', '0.2.0', configuration(z.int().check(z.lte(10))));
    expect(await run('pin', 'test', 'mf-a@0.2.0')).toBe(1);
    expect(output[0]).toMatch(/^- mf-a@0\.2\.0 rejects its configuration: pageSize: /);
    expect(await run('canary', 'test', 'mf-a@0.2.0', '10')).toBe(1);
    expect(served()).toMatchObject({ version: '0.1.0', configuration: { pageSize: 50 } });
  });

  test('is not served, even if it was written directly into the pins', async () => {
    writeEnvironment(
      { ...pins(), configuration: { 'mf-a': { pageSize: 'many', title: 'Yes', more: 1 } } },
      environments,
    );
    await effectiveSet(folder, pins(), store);
    expect(served()?.configuration).toEqual({ title: 'Yes' });
  });

  test('does not block a rollback: the version before gets the values that it accepts', async () => {
    publishRemote(store, 'mf-a', '0.2.0', configuration(z.string(), { title: z.optional(z.string()) }));
    await run('pin', 'test', 'mf-a@0.2.0');
    await run('configure', 'test', 'mf-a', 'pageSize=all', 'title=Yes');
    expect(served()).toMatchObject({
      version: '0.2.0',
      configuration: { pageSize: 'all', title: 'Yes' },
      previous: { version: '0.1.0', configuration: { title: 'Yes' } },
    });
    expect(await run('rollback', 'test', 'mf-a')).toBe(0);
    expect(output.join('\n')).toMatch(/^- mf-a@0\.1\.0 rejects its configuration: pageSize: /m);
    expect(served()).toMatchObject({ version: '0.1.0', configuration: { title: 'Yes' } });
  });
});

test('a canary also gets its new settings, which the version of the others does not get', async () => {
  publishRemote(
    store,
    'mf-a',
    '0.2.0',
    configuration(size(), { fresh: z.optional(z.boolean()), year: z.optional(z.string()) }),
  );
  await run('canary', 'test', 'mf-a@0.2.0', '10');
  expect(await run('configure', 'test', 'mf-a', 'fresh=true', 'year=2026', 'pageSize=5')).toBe(0);
  expect(served()?.configuration).toEqual({ pageSize: 5 });
  expect(served()?.canary?.release.configuration).toEqual({ pageSize: 5, fresh: true, year: '2026' });
});

test('a configuration that cannot be checked before it is served is not stored', () => {
  expect(() => configuration(z.custom<number>())).toThrow('cannot be represented');
});

test('the configuration in the record of a published release is not served', async () => {
  const { configuration: _, ...now } = pins();
  publishRemote(store, 'mf-b', '0.2.0');
  const record = store.read('mf-b', '0.2.0');
  const claiming = { ...record.release, name: 'mf-b', version: '0.3.0', configuration: { own: true } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a release that somebody else's tool published
  store.publish(undefined, () => ({ ...record, version: '0.3.0', release: claiming as typeof record.release }));
  await effectiveSet(folder, { ...now, remotes: { 'mf-b': { version: '0.3.0' } } }, store);
  expect(served()).not.toHaveProperty('configuration');
});
