import { rmSync, statSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readUsedContracts } from '@atrium/shared-kernel/compiler/used-contracts';
import { workspace } from '../release/data-folder.ts';
import { effectiveSet, readBuilt } from '../release/effective-set.ts';
import { pinOf, type Environment } from '../release/environment.ts';
import { publish } from '../release/publish.ts';
import type { ReleaseRecord } from '../release/record.ts';
import type { Store } from '../release/store.ts';
import { packageIn } from '../build/packages.ts';
import { createHash } from 'node:crypto';

const ignored = /(^|\/)(node_modules|dist|testing)(\/|$)|\.(test|suite)\.tsx?$|\.md$|\.tsbuildinfo$/;

const filesIn = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/*`, { cwd: root, exclude: (path) => ignored.test(path) })
    .filter((file) => !ignored.test(file) && statSync(join(root, file)).isFile())
    .toSorted();

const hashed = new Map<string, { stamp: string; digest: string }>();

const digestOf = (file: string): string => {
  const { mtimeMs, size } = statSync(file);
  const stamp = `${mtimeMs} ${size}`;
  const known = hashed.get(file);
  if (known?.stamp === stamp) return known.digest;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  hashed.set(file, { stamp, digest });
  return digest;
};

/**
 * A hash of everything that a package's build depends on, as 8 hex characters: its own files, shared-kernel, the build
 * code and the lockfile, without tests and documents. `root` is the workspace; `salt` is anything else that
 * distinguishes builds.
 */
export const contentHash = (root: string, name: string, salt: string): string => {
  const hash = createHash('sha256').update(salt);
  const files = ['shared-kernel', 'deploy/build', name].flatMap((folder) => filesIn(root, folder));
  for (const file of [...files, 'pnpm-lock.yaml']) hash.update(`${file} ${digestOf(join(root, file))}\n`);
  return hash.digest('hex').slice(0, 8);
};

export interface BuildOptions {
  readonly data: string;
  readonly store: Store;
  /** The pins as they are now: they can change while packages are built. */
  readonly environment: () => Environment;
  readonly mode: 'production' | 'development';
  readonly log: (line: string) => void;
}

const parallel = 2;
const mostBuilds = 4;

const versionOf = (name: string, mode: string): string => {
  const { version } = packageIn(join(workspace, name));
  return `${version}-${mode === 'development' ? 'd' : 'w'}.${contentHash(workspace, name, mode)}`;
};

/** The record of a package built from its current sources. It is built if it was not yet. */
export const builtFromSources = async (store: Store, name: string): Promise<ReleaseRecord> => {
  const version = versionOf(name, 'production');
  if (!store.has(name, version)) await publish(store, name, { version, mode: 'production' });
  return store.read(name, version);
};

const inTurns = async <T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const turn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: parallel }, turn));
};

/** Workspace builds can be repeated at any time, so only the newest and those still pinned are kept. */
const prune = (store: Store, name: string, inUse: readonly string[]): void => {
  const age = (version: string) => statSync(dirname(store.files(name, version))).mtimeMs;
  const builds = store.versions(name).filter((version) => /-[wd]\.[0-9a-f]{8}$/.test(version));
  const old = builds.toSorted((a, b) => age(b) - age(a)).slice(mostBuilds);
  for (const version of old)
    if (!inUse.includes(version)) rmSync(dirname(store.files(name, version)), { recursive: true, force: true });
};

/**
 * Builds and publishes what changed of the packages that an environment pins to the workspace, and writes the release
 * set. Gives the names of packages with another version than before, whether built now or earlier. Throws the output of
 * a failed build.
 */
export const buildWorkspace = async (options: BuildOptions): Promise<string[]> => {
  const { data, store, mode, log } = options;
  const environment = options.environment();
  const names = ['shell', 'service', ...Object.keys(environment.remotes)].filter(
    (name) => pinOf(environment, name)?.version === 'workspace',
  );
  const versions = Object.fromEntries(names.map((name) => [name, versionOf(name, mode)]));
  const changed = names.filter((name) => !store.has(name, versions[name] ?? ''));
  const visible = changed.filter((name) => name !== 'service');
  if (visible.length > 0) log(`Building ${visible.join(', ')}.`);
  // Each release records what its sources use, and the compiler reads all sources at once in half of the time.
  readUsedContracts(visible.map((name) => join(workspace, name)));
  await inTurns(changed, async (name) => {
    await publish(store, name, { version: versions[name] ?? '', mode });
  });
  const before = readBuilt(data, environment.environment);
  await effectiveSet(data, options.environment(), store, versions);
  for (const name of changed) prune(store, name, [...Object.values(before), ...Object.values(versions)]);
  return names.filter((name) => before[name] !== versions[name]);
};
