import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyContract } from '../record.ts';
import { publishRemote, publishShell } from '../../testing/release.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import type { Bucket } from '../bucket/bucket.ts';
import { bucketContext, bucketSets } from '../bucket/context.ts';
import { bucketDocuments } from '../bucket/documents.ts';
import { type Environment, environmentText, withCanary, writeEnvironment } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet } from '../signed-set.ts';
import { openStore, type Store } from '../store.ts';
import type { VitalCounts } from '../vitals.ts';
import type { ReleaseContext } from './command.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let address = '';
let image: Store;
const output: string[] = [];
const log = (line: string) => void output.push(line);
const pins = () => join(folder, 'pins');
const storages: Record<string, () => Promise<ReleaseContext>> = {
  'a folder': async () => ({
    store: openStore(join(folder, 'data/store')),
    data: join(folder, 'data'),
    registry: folderRegistry(pins(), folder),
    built: () => ({}),
  }),
  'a bucket': () => bucketContext(s3.open(address), join(folder, 'data'), pins()),
};
const pin = { version: '1.0.0' };
const live: Environment = { environment: 'live', shell: pin, service: pin, remotes: { 'mf-a': pin } };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-import-'));
  address = s3.newAddress();
  output.length = 0;
  image = openStore(join(folder, 'image'));
  publishShell(image, '1.0.0');
  image.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['1.0.0', '2.0.0']) publishRemote(image, 'mf-a', version);
  writeEnvironment(live, pins());
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries(storages))('with releases in %s', (_, open) => {
  const run = async (args: string[], more: Partial<ReleaseContext> = {}) =>
    runRelease({ ...(await open()), ...more }, args, log);

  test('the releases of an image are published, unchanged on a second run, and never over existing ones', async () => {
    expect(await run(['import', image.root])).toBe(0);
    expect(output).toEqual(
      ['mf-a@1.0.0', 'mf-a@2.0.0', 'service@1.0.0', 'shell@1.0.0'].map((one) => `${one} is published.`),
    );
    expect(await run(['import', image.root])).toBe(0);
    expect(await run(['check', 'live', 'mf-a@2.0.0'])).toBe(0);
    const other = openStore(join(folder, 'other'));
    publishRemote(other, 'mf-a', '1.0.0', { text: 'other' });
    publishRemote(other, 'mf-b', '1.0.0');
    expect(await run(['import', other.root])).toBe(1);
    expect(output.slice(-2)).toEqual([
      'mf-b@1.0.0 is published.',
      '- mf-a@1.0.0 is already published with other content. Raise its version in package.json.',
    ]);
    expect(await run(['sign', 'live'])).toBe(0);
    expect(await run(['doctor', 'live'])).toBe(0);
  });

  test('a watch ends a canary that exceeds its budget, reports it, and stops on request', async () => {
    await run(['import', image.root]);
    const { registry } = await open();
    await registry.change('live', 'canary', (now) => withCanary(now, 'mf-a', '2.0.0', 20));
    const burned = Promise.withResolvers<void>();
    const health = async () => [
      { remote: 'mf-a', version: '2.0.0', browsers: 40, troubled: 20, loaded: 20, failed: 20, errors: 0 },
    ];
    const watching = {
      health,
      vitals: async () => [],
      log(line: string) {
        log(line);
        if (line.includes('rolled back')) burned.resolve();
      },
      everyMs: 1,
      ended: burned.promise,
    };
    expect(await run(['watch', 'live'], { watching })).toBe(0);
    expect((await registry.read('live')).remotes['mf-a']).toEqual({ version: '1.0.0' });
    expect(output.at(-1)).toBe('Stopped watching the canaries of live.');
    expect((await registry.history('live'))[0]?.changes[0]?.how).toBe('rollback by itself');
  });
});

describe('an ended canary that is still served', () => {
  const open = () => bucketContext(s3.open(address), join(folder, 'data'), pins());
  const servedCanary = async (context: ReleaseContext) =>
    readSignedSet((await context.served?.('live')) ?? '', trustedKeys(context.data)).remotes[0]?.canary?.release
      .version;
  const troubled = { remote: 'mf-a', version: '2.0.0', browsers: 40, troubled: 20, loaded: 20, failed: 20, errors: 0 };
  /** Watches until the pins were read for a few polls. */
  const watch = async (context: ReleaseContext) => {
    const ended = Promise.withResolvers<void>();
    let polls = 0;
    const read: ReleaseContext['registry']['read'] = (name) => {
      polls += 1;
      if (polls === 9) ended.resolve();
      return context.registry.read(name);
    };
    const watching = { health: async () => [troubled], vitals: async () => [], log, everyMs: 1, ended: ended.promise };
    await runRelease({ ...context, registry: { ...context.registry, read }, watching }, ['watch', 'live'], log);
  };
  beforeEach(async () => {
    await runRelease(await open(), ['import', image.root], log);
    await runRelease(await open(), ['canary', 'live', 'mf-a@2.0.0', '20'], log);
  });

  test('is served to nobody as soon as the store takes the set again', async () => {
    const context = await open();
    let failures = 1;
    const pinned: ReleaseContext['pinned'] = async (...given) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The store is away.');
      await context.pinned?.(...given);
    };
    await watch({ ...context, pinned });
    expect(await servedCanary(context)).toBeUndefined();
    expect(output).toContain('Canaries are not watched: The store is away.');
  });

  /** A bucket whose first write of a key with this prefix fails, with or without having been made. */
  const failingOnce = (prefix: string, isWritten: boolean): Bucket => {
    const bucket = s3.open(address);
    let failures = 1;
    return {
      ...bucket,
      async create(key, data) {
        if (failures === 0 || !key.startsWith(prefix)) return bucket.create(key, data);
        failures -= 1;
        if (isWritten) await bucket.create(key, data);
        throw new Error('The store is away.');
      },
    };
  };
  test.each([
    ['its step in the history could not be written', 'registry/history/', false],
    ['the response to the new pins was lost', 'environments/', true],
  ])('is served to nobody even if %s', async (_, prefix, isWritten) => {
    const context = await bucketContext(failingOnce(prefix, isWritten), join(folder, 'data'), pins());
    await watch(context);
    expect(output).toContain('Canaries are not watched: The store is away.');
    expect((await context.registry.read('live')).remotes['mf-a']).toEqual({ version: '1.0.0' });
    expect(await servedCanary(context)).toBeUndefined();
  });

  test('is served to nobody once another watch starts, unless somebody changed more than that', async () => {
    const context = await open();
    const elsewhere = await bucketContext(s3.open(address), join(folder, 'elsewhere'), pins());
    const end = (version: string) =>
      elsewhere.registry.change('live', 'rollback by itself', (now) => ({ ...now, remotes: { 'mf-a': { version } } }));
    publishRemote(image, 'mf-a', '3.0.0');
    await runRelease(elsewhere, ['import', image.root], log);
    await end('3.0.0');
    await watch(context);
    expect(await servedCanary(context)).toBe('2.0.0');
    await end('1.0.0');
    await watch(context);
    expect(await servedCanary(context)).toBeUndefined();
    expect(output.filter((line) => line.startsWith('Canaries are not watched'))).toEqual([]);
  });

  test('is served to nobody once another watch starts, even if a kill left no step in the history', async () => {
    const context = await open();
    const documents = bucketDocuments(s3.open(address), 'environments/');
    await documents.swap('live.json', environmentText(live), (await documents.read('live.json'))?.tag);
    await watch(context);
    expect(await servedCanary(context)).toBeUndefined();
  });

  test('is served to nobody even if what is served could not be read', async () => {
    const context = await open();
    const sets = bucketSets(s3.open(address));
    await sets.swap('live.json', '{}', (await sets.read('live.json'))?.tag);
    await watch(context);
    expect(await servedCanary(context)).toBeUndefined();
  });

  test('stays in the pins if nothing can be signed', async () => {
    const context = await open();
    await watch({ ...context, checkSigning: () => Promise.reject(new Error('Nothing was signed.')) });
    expect((await context.registry.read('live')).remotes['mf-a']?.canary?.version).toBe('2.0.0');
    expect(output).toContain('Canaries are not watched: Nothing was signed.');
  });
});

test('a watch logs load times of a canary once an hour', async () => {
  const context = await bucketContext(s3.open(address), join(folder, 'data'), pins());
  await runRelease(context, ['import', image.root], log);
  await context.registry.change('live', 'canary', (now) => withCanary(now, 'mf-a', '2.0.0', 20));
  const ended = Promise.withResolvers<void>();
  let polls = 0;
  const watching = {
    health: async () => [],
    async vitals(remote: string): Promise<VitalCounts[]> {
      polls += 1;
      if (polls === 3) ended.resolve();
      const one = { remote, metric: 'inp', hour: '2026-05-04T10:00:00.000Z', networks: 0 } as const;
      return [
        { ...one, version: '1.0.0', counts: [[90, 200]] },
        { ...one, version: '2.0.0', counts: [[91, 60]] },
      ];
    },
    log,
    everyMs: 1,
    ended: ended.promise,
  };
  expect(await runRelease({ ...context, watching }, ['watch', 'live'], log)).toBe(0);
  expect(output.filter((line) => line.includes('page timings'))).toEqual([
    'live: page timings of the canary mf-a@2.0.0: INP 78 ms in 60 visits (+5 %).',
  ]);
});

test('a watch requires a service with reports', async () => {
  const context = await bucketContext(s3.open(address), join(folder, 'data'), pins());
  expect(await runRelease(context, ['watch', 'live'], log)).toBe(2);
  expect(output.at(-1)).toContain('There is no service that reports how versions perform.');
});
