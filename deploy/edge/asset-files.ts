import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isForm } from '../release/compressed-forms.ts';
import type { Store } from '../release/store.ts';

/** What a path in `/assets/` refers to: a file of one version, or of any version that has it. */
export interface AssetAddress {
  readonly name: string;
  readonly version?: string;
  readonly file: string;
}

const byContent = /^\/assets\/([\w-]+)\/content\/(?:(\d[\w.+-]*)\/)?(.+)$/;
const byVersion = /^\/assets\/([\w-]+)\/(\w[\w.+-]*)\/(.+)$/;

/**
 * `/assets/<name>/<version>/<file>`, or with `content/` in place of the version. After `content/`, a file may start
 * with its version: for an entry, and for a version's own copy of a file that other versions have too.
 */
export const assetAddress = (path: string): AssetAddress | undefined => {
  const [, name, version, file = ''] = byContent.exec(path) ?? byVersion.exec(path) ?? [];
  if (name === undefined || isForm(file)) return undefined;
  return version === undefined ? { name, file } : { name, version, file };
};

/** File names that contain a hash, so that the same name means the same file in any version. */
const hashed = /\.[0-9a-f]{8}\.\w+$/;
/** Whether a file can be found without its version. */
export const isHashed = (file: string): boolean => hashed.test(file);
/** Modification times of folders are exact to a few milliseconds: a second change within them would not be noticed. */
const settledMs = 50;

interface Known {
  readonly versions: Set<string>;
  /** For each file, a version that has it. */
  readonly holders: Map<string, string>;
  /** Modification time of the folder when its versions were read. */
  changed: number;
}

/**
 * Finds a version that has a file. Each version is read once, unless another one was removed; the list of versions is read
 * again only when the folder has changed.
 */
const createHolders = (store: Store) => {
  const known = new Map<string, Known>();
  const readAll = (name: string): Known | undefined => {
    const changed = statSync(join(store.root, name), { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined) return undefined;
    const of = known.get(name) ?? { versions: new Set(), holders: new Map(), changed: 0 };
    known.set(name, of);
    if (of.changed === changed) return of;
    of.changed = Date.now() - changed > settledMs ? changed : 0;
    const versions = store.versions(name);
    if ([...of.versions].some((version) => !versions.includes(version))) {
      of.versions.clear();
      of.holders.clear();
    }
    for (const version of versions) {
      const folder = store.files(name, version);
      if (of.versions.has(version) || !existsSync(folder)) continue;
      of.versions.add(version);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (isHashed(file)) of.holders.set(file, version);
    }
    return of;
  };
  return (name: string, file: string): string | undefined => {
    if (!isHashed(file)) return undefined;
    const holder = known.get(name)?.holders.get(file);
    // A preview's version is removed when it ends.
    return holder !== undefined && store.has(name, holder) ? holder : readAll(name)?.holders.get(file);
  };
};

/** Possible locations of an asset in the store, the most likely first. */
export const createAssetFiles = (store: Store) => {
  const holderOf = createHolders(store);
  return ({ name, version, file }: AssetAddress): { version: string; file: string }[] => {
    if (version !== undefined)
      return store.has(name, version)
        ? [
            { version, file: `${version}/${file}` },
            { version, file },
          ]
        : [];
    const holder = holderOf(name, file);
    return holder === undefined ? [] : [{ version: holder, file }];
  };
};
