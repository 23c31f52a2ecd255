import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderDocuments } from './documents.ts';
import { type Environment, readEnvironment, withPin, writeEnvironment } from './environment.ts';
import { createRegistry, folderRegistry } from './registry.ts';

let folder = '';
const names = Array.from({ length: 12 }, (_, at) => `mf-${at}`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-registry-'));
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

const versions = () => Object.values(readEnvironment('live', folder).remotes).map(({ version }) => version);

test('of changes at once none is lost, and each is in the history', async () => {
  await Promise.all(
    names.map((name) => folderRegistry(folder, folder).change('live', 'pin', (now) => withPin(now, name, '2.0.0'))),
  );
  expect(versions()).toEqual(names.map(() => '2.0.0'));
  const history = await folderRegistry(folder, folder).history('live');
  expect(history.map(({ number }) => number)).toEqual(names.map((_, at) => names.length - at));
  expect(history.flatMap(({ changes }) => changes.map(({ part }) => part)).toSorted()).toEqual(names.toSorted());
});

test('of changes by other processes none is lost either', async () => {
  const code = `
    import { folderRegistry } from ${JSON.stringify(new URL('registry.ts', import.meta.url).href)};
    import { withPin } from ${JSON.stringify(new URL('environment.ts', import.meta.url).href)};
    const [folder, ...names] = process.argv.slice(1);
    for (const name of names) await folderRegistry(folder, folder).change('live', 'pin', (now) => withPin(now, name, '3.0.0'));
  `;
  const run = (part: readonly string[]) =>
    new Promise<number | null>((resolve) => {
      const args = ['--input-type=module', '-e', code, folder, ...part];
      spawn(process.execPath, args, { stdio: 'inherit' }).on('close', resolve);
    });
  const parts = [names.slice(0, 4), names.slice(4, 8), names.slice(8)];
  expect(await Promise.all(parts.map(run))).toEqual([0, 0, 0]);
  expect(versions()).toEqual(names.map(() => '3.0.0'));
});

test('the lock of a process that died is taken over', async () => {
  const dead = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, ['-e', '']);
    child.on('close', () => resolve(child.pid ?? 0));
  });
  writeFileSync(join(folder, '.live.json.lock'), String(dead));
  await folderRegistry(folder, folder).change('live', 'pin', (now) => withPin(now, 'mf-0', '2.0.0'));
  expect(versions()[0]).toBe('2.0.0');
});

test('what others change while a change is judged is judged again', async () => {
  const registry = folderRegistry(folder, folder);
  const seen: Environment[] = [];
  await registry.change('live', 'pin', async (now) => {
    seen.push(now);
    if (seen.length === 1) await registry.change('live', 'pin', (other) => withPin(other, 'mf-1', '2.0.0'));
    return withPin(now, 'mf-0', '2.0.0');
  });
  expect(seen.map(({ remotes }) => remotes['mf-1']?.version)).toEqual(['1.0.0', '2.0.0']);
  expect(versions().slice(0, 3)).toEqual(['2.0.0', '2.0.0', '1.0.0']);
});

test('a document is written only where it is still what was read', async () => {
  const documents = folderDocuments(folder);
  expect(await documents.swap('a/b.json', 'one', undefined)).toBe(true);
  expect(await documents.swap('a/b.json', 'two', undefined)).toBe(false);
  const read = await documents.read('a/b.json');
  expect(await documents.swap('a/b.json', 'two', read?.tag)).toBe(true);
  expect(await documents.swap('a/b.json', 'three', read?.tag)).toBe(false);
  expect((await documents.read('a/b.json'))?.text).toBe('two');
  expect(await documents.list('a/')).toEqual(['a/b.json']);
});

test('the history tells who, when and why', async () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const registry = createRegistry(folderDocuments(folder), folderDocuments(join(folder, 'log')), () => at);
  await registry.change('live', 'rollback', (now) => withPin(now, 'mf-0', '2.0.0'), 'it burned');
  expect(await registry.history('live')).toMatchObject([
    { number: 1, environment: 'live', at: at.toISOString(), by: expect.any(String) as string, why: 'it burned' },
  ]);
});
