import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, useS3 } from '../testing/s3.ts';
import { bucketRegistry } from './bucket/registry.ts';
import { folderDocuments } from './documents.ts';
import { type Environment, withPin, writeEnvironment } from './environment.ts';
import { createRegistry, folderRegistry, type Registry } from './registry.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let address = '';
const names = Array.from({ length: 8 }, (_, at) => `mf-${at}`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-registry-'));
  address = s3.newAddress();
  writeEnvironment(
    {
      environment: 'live',
      shell: { version: '1.0.0' },
      service: { version: '1.0.0' },
      remotes: Object.fromEntries(names.map((name) => [name, { version: '1.0.0' }])),
    },
    folder,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const module = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
/** How an operator opens the registry, in this process and in another one. */
const kinds: Record<string, { open: () => Registry; code: () => string }> = {
  'a folder': {
    open: () => folderRegistry(folder, folder),
    code: () => `
      import { folderRegistry } from ${module('registry.ts')};
      const open = () => folderRegistry(${JSON.stringify(folder)}, ${JSON.stringify(folder)});`,
  },
  'a bucket': {
    open: () => bucketRegistry(s3.open(address), folder),
    code: () => `
      import { bucketRegistry } from ${module('bucket/registry.ts')};
      import { openBucket } from ${module('bucket/s3.ts')};
      const open = () => bucketRegistry(openBucket(${JSON.stringify(address)}), ${JSON.stringify(folder)});`,
  },
};

describe.each(Object.entries(kinds))('a registry in %s', (_, { open, code }) => {
  const versions = async () => Object.values((await open().read('live')).remotes).map(({ version }) => version);

  test('loses no concurrent change, and has each in its history', async () => {
    await Promise.all(names.map((name) => open().change('live', 'pin', (now) => withPin(now, name, '2.0.0'))));
    expect(await versions()).toEqual(names.map(() => '2.0.0'));
    const history = await open().history('live');
    expect(history.map(({ number }) => number)).toEqual(names.map((__, at) => names.length - at));
    expect(history.flatMap(({ changes }) => changes.map(({ part }) => part)).toSorted()).toEqual(names.toSorted());
  });

  test('loses no change by another process, either', async () => {
    const script = `${code()}
      import { withPin } from ${module('environment.ts')};
      for (const name of process.argv.slice(1)) await open().change('live', 'pin', (now) => withPin(now, name, '3.0.0'));
    `;
    const run = (part: readonly string[]) =>
      new Promise<number | null>((resolve) => {
        const args = ['--input-type=module', '-e', script, ...part];
        const env = { ...process.env, ...s3.env };
        spawn(process.execPath, args, { stdio: 'inherit', env }).on('close', resolve);
      });
    const parts = [names.slice(0, 3), names.slice(3, 6), names.slice(6)];
    expect(await Promise.all(parts.map(run))).toEqual([0, 0, 0]);
    expect(await versions()).toEqual(names.map(() => '3.0.0'));
  });

  test('checks a change again if others changed something in the meantime', async () => {
    const seen: Environment[] = [];
    await open().change('live', 'pin', async (now) => {
      seen.push(now);
      if (seen.length === 1) await open().change('live', 'pin', (other) => withPin(other, 'mf-1', '2.0.0'));
      return withPin(now, 'mf-0', '2.0.0');
    });
    expect(seen.map(({ remotes }) => remotes['mf-1']?.version)).toEqual(['1.0.0', '2.0.0']);
    expect((await versions()).slice(0, 3)).toEqual(['2.0.0', '2.0.0', '1.0.0']);
  });

  test('records withdrawn versions, and lists its environments', async () => {
    await open().withdraw('mf-0', '1.0.0', 'it leaks');
    await open().withdraw('mf-0', '1.0.0', 'it leaks much');
    expect(await open().withdrawn('mf-0', '1.0.0')).toMatchObject({ why: 'it leaks much' });
    expect(await open().withdrawn('mf-0', '2.0.0')).toBeUndefined();
    expect(await open().environments()).toEqual(['live']);
    await expect(open().read('nowhere')).rejects.toThrow('There is no environment nowhere: there are live.');
  });
});

test('a file that a killed process left in the history stops no change', async () => {
  const registry = folderRegistry(folder, folder);
  await registry.change('live', 'pin', (now) => withPin(now, 'mf-0', '2.0.0'));
  writeFileSync(join(folder, 'registry/history/live/000002.json.1234.new'), '');
  await registry.change('live', 'pin', (now) => withPin(now, 'mf-1', '2.0.0'));
  expect((await registry.history('live')).map(({ number, changes }) => [number, changes[0]?.part])).toEqual([
    [2, 'mf-1'],
    [1, 'mf-0'],
  ]);
});

test('the history shows who, when and why', async () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const registry = createRegistry(folderDocuments(folder), folderDocuments(join(folder, 'log')), () => at);
  await registry.change('live', 'rollback', (now) => withPin(now, 'mf-0', '2.0.0'), 'it burned');
  expect(await registry.history('live')).toMatchObject([
    { number: 1, environment: 'live', at: at.toISOString(), by: expect.any(String) as string, why: 'it burned' },
  ]);
});
