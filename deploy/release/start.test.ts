import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishRemote } from '../testing/release.ts';
import { workspace } from './data-folder.ts';
import { writeEnvironment } from './environment.ts';
import { emptyContract } from './record.ts';
import { openStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-start-'));
const pins = join(folder, 'pins');

/** Writes what a process has loaded when it ends: modules by path, and Node's own by name. */
const trace = `
  import { registerHooks } from 'node:module';
  import { writeFileSync } from 'node:fs';
  const modules = [];
  registerHooks({ load: (url, context, next) => { modules.push(url); return next(url, context); } });
  process.on('exit', () => writeFileSync(process.env.LOADED, JSON.stringify({ modules, node: process.moduleLoadList })));`;

/** What the command loads when an operator runs it. */
const loadedBy = async (...args: string[]) => {
  const LOADED = join(folder, 'loaded.json');
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  await promisify(execFile)(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(trace)}`,
      join(workspace, 'deploy/release/release.mjs'),
      ...args,
    ],
    { env: { ...env, ATRIUM_DATA: folder, ATRIUM_ENVIRONMENTS: pins, LOADED } },
  );
  const { modules, node } = JSON.parse(readFileSync(LOADED, 'utf8')) as { modules: string[]; node: string[] };
  return { node, own: modules.filter((url) => url.startsWith('file:') && !url.includes('/node_modules/')) };
};

beforeAll(() => {
  const store = openStore(join(folder, 'store'));
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '0.1.0', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['0.1.0', '0.2.0']) publishRemote(store, 'mf-a', version);
  const pin = { version: '0.1.0' };
  writeEnvironment({ environment: 'test', shell: pin, service: pin, remotes: { 'mf-a': pin } }, pins);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Modules that only other commands need: to build and publish, or to read contracts, a bucket, or the operators. */
const unneeded =
  /\/build\/(?!part-files)|publish|contract-|kernel-api|\/contracts\/(calls|failures|entities|changes)\/|\/bucket\/|\/operators|watch/;

/** Run in this order, each command has something to change. */
const commands = [
  ['pin', 'test', 'mf-a@0.2.0'],
  ['rollback', 'test', 'mf-a'],
  ['disable', 'test', 'mf-a'],
];

test('a command loads the modules that it needs, and no others', async () => {
  for (const command of commands) {
    const { own } = await loadedBy(...command);
    expect(own.filter((url) => unneeded.test(url))).toEqual([]);
    expect(own.length).toBeGreaterThan(30);
    expect(own.length).toBeLessThan(50);
  }
});

test('a command loads no compiler of TypeScript once its modules are compiled', async () => {
  for (const command of commands) {
    const { node } = await loadedBy(...command);
    expect(node.length).toBeGreaterThan(50);
    expect(node.filter((name) => name.includes('amaro'))).toEqual([]);
  }
});
