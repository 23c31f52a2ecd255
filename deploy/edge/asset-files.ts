import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isForm } from '../release/compressed-forms.ts';
import type { Store } from '../release/store.ts';

/** What an address below `/assets/` asks for: a file of one version, or of whichever version has it. */
export interface AssetAddress {
  readonly name: string;
  readonly version?: string;
  readonly file: string;
}

const byContent = /^\/assets\/([\w-]+)\/content\/(?:(\d[\w.+-]*)\/)?(.+)$/;
const byVersion = /^\/assets\/([\w-]+)\/(\w[\w.+-]*)\/(.+)$/;

/**
 * `/assets/<name>/<version>/<file>`, or below `content/` in place of the version. There a file may have the version in
 * front: as its entry, and as the version's own copy of a file that others have, too.
 */
export const assetAddress = (path: string): AssetAddress | undefined => {
  const [, name, version, file = ''] = byContent.exec(path) ?? byVersion.exec(path) ?? [];
  if (name === undefined || isForm(file)) return undefined;
  return version === undefined ? { name, file } : { name, version, file };
};

/** Names by which a file is found in any version: they hold its hash. */
const hashed = /\.[0-9a-f]{8}\.\w+$/;
/** A folder's time of change is exact to some milliseconds: later changes within them look like none. */
const settledMs = 50;

interface Known {
  readonly versions: Set<string>;
  /** A version that has the file, by the file. */
  readonly holders: Map<string, string>;
  /** Time of change of the folder whose versions are known. */
  changed: number;
}

/** A version that has a file. Each version is read once, and the list of them again only where it has changed. */
const createHolders = (store: Store) => {
  const known = new Map<string, Known>();
  const readAll = (name: string): Known | undefined => {
    const changed = statSync(join(store.root, name), { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined) return undefined;
    const of = known.get(name) ?? { versions: new Set(), holders: new Map(), changed: 0 };
    known.set(name, of);
    if (of.changed === changed) return of;
    of.changed = Date.now() - changed > settledMs ? changed : 0;
    for (const version of store.versions(name)) {
      const folder = store.files(name, version);
      if (of.versions.has(version) || !existsSync(folder)) continue;
      of.versions.add(version);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (hashed.test(file)) of.holders.set(file, version);
    }
    return of;
  };
  return (name: string, file: string): string | undefined =>
    hashed.test(file) ? (known.get(name)?.holders.get(file) ?? readAll(name)?.holders.get(file)) : undefined;
};

/** Where in the store what is asked for may be, the likeliest first. */
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
