import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyContract } from './record.ts';
import { ownName, removeAbandoned } from './side-folders.ts';
import { openStore } from './store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-side-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const recorded = { name: 'mf-a', version: '1.0.0', kernel: '0.1.0', contract: emptyContract };
/**
 * A process that publishes a release and is killed after writing a number of files, or while it moves the release into
 * place.
 */
const publishKilled = async (built: string, at: 'files' | 'move') => {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const kill = () => process.kill(process.pid, 'SIGKILL');
    let written = 0;
    const { writeFileSync, renameSync } = fs;
    fs.writeFileSync = (...args) => (${at === 'files'} && ++written > 3 ? kill() : writeFileSync(...args));
    fs.renameSync = (...args) => (${at === 'move'} ? kill() : renameSync(...args));
    syncBuiltinESMExports();
    const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, 'store.ts'))});
    openStore(${JSON.stringify(join(folder, 'store'))}).publish(${JSON.stringify(built)}, () => (${JSON.stringify(recorded)}));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return (await once(child, 'exit'))[1] as unknown;
};

test('a publish that is killed leaves no release, and the next one removes what it had written', async () => {
  const built = join(folder, 'built');
  mkdirSync(built);
  for (let at = 0; at < 10; at += 1) writeFileSync(join(built, `${at}.js`), `export default ${at};`);
  const store = openStore(join(folder, 'store'));
  for (const at of ['files', 'move'] as const) {
    expect(await publishKilled(built, at), at).toBe('SIGKILL');
    expect([store.has('mf-a', '1.0.0'), store.names(), store.versions('mf-a')], at).toEqual([false, [], []]);
  }
  expect(store.publish(built, () => recorded).files).toHaveLength(10);
  expect(readdirSync(join(folder, 'store/.incoming'))).toEqual([]);
  expect(store.versions('mf-a')).toEqual(['1.0.0']);
});

test('files that another process still writes stay, and those left by another machine are deleted after a day', () => {
  const own = ownName();
  const foreign = 'elsewhere~1~x';
  const names = [own, foreign, 'of-an-earlier-version'];
  for (const name of names) mkdirSync(join(folder, name));
  removeAbandoned(folder);
  expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names);
  const before = new Date(Date.now() - 25 * 3_600_000);
  for (const name of names) utimesSync(join(folder, name), before, before);
  removeAbandoned(folder);
  expect(readdirSync(folder)).toEqual([own]);
});
