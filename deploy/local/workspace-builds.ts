import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspace } from '../release/data-folder.ts';
import { effectiveSet, readBuilt } from '../release/effective-set.ts';
import { type Environment, pinOf } from '../release/environment.ts';
import { publish } from '../release/publish.ts';
import type { ReleaseRecord } from '../release/record.ts';
import type { Store } from '../release/store.ts';
import { contentHash } from './content-hash.ts';
import { packageIn } from '../build/packages.ts';

export interface BuildOptions {
  readonly data: string;
  readonly store: Store;
  readonly environment: Environment;
  readonly mode: 'production' | 'development';
  readonly say: (line: string) => void;
}

const parallel = 2;
const kept = 4;

const versionOf = (name: string, mode: string): string => {
  const { version } = packageIn(join(workspace, name));
  return `${version}-${mode === 'development' ? 'd' : 'w'}.${contentHash(workspace, name, mode)}`;
};

/** The record of a package as its sources are: built now, where it was not yet. */
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

/** Workspace builds are made again at will: only the newest stay, and what is still pinned. */
const prune = (store: Store, name: string, inUse: readonly string[]): void => {
  const age = (version: string) => statSync(dirname(store.files(name, version))).mtimeMs;
  const builds = store.versions(name).filter((version) => /-[wd]\.[0-9a-f]{8}$/.test(version));
  const old = builds.toSorted((a, b) => age(b) - age(a)).slice(kept);
  for (const version of old)
    if (!inUse.includes(version)) rmSync(dirname(store.files(name, version)), { recursive: true, force: true });
};

/**
 * Builds and publishes what changed of all that an environment pins to the workspace, and writes the release set.
 * Answers the names of what is another version than before: built now, or known from an earlier build. Throws what a
 * build said where it failed.
 */
export const buildWorkspace = async (options: BuildOptions): Promise<string[]> => {
  const { data, store, environment, mode, say } = options;
  const names = ['shell', 'service', ...Object.keys(environment.remotes)].filter(
    (name) => pinOf(environment, name)?.version === 'workspace',
  );
  const versions = Object.fromEntries(names.map((name) => [name, versionOf(name, mode)]));
  const changed = names.filter((name) => !store.has(name, versions[name] ?? ''));
  const visible = changed.filter((name) => name !== 'service');
  if (visible.length > 0) say(`Building ${visible.join(', ')}.`);
  await inTurns(changed, async (name) => {
    await publish(store, name, { version: versions[name] ?? '', mode });
  });
  const before = readBuilt(data, environment.environment);
  await effectiveSet(data, environment, store, versions);
  for (const name of changed) prune(store, name, [...Object.values(before), ...Object.values(versions)]);
  return names.filter((name) => before[name] !== versions[name]);
};
