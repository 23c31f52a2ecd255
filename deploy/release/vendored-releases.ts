import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, partNames, pinOf } from './environment.ts';
import { openPackedStore } from './packed-store.ts';
import type { ReleaseRecord } from './record.ts';
import type { Store } from './store.ts';

/**
 * The releases that environments pin, in a separate store next to the pins, `releases/<name>/<version>/…`. It lets a
 * clone with an empty store check what fits, and run released versions against its sources.
 */
export const vendoredReleases = (environments: string): Store => openPackedStore(join(environments, 'releases'));

const pinsOf = (environment: Environment) =>
  partNames(environment).flatMap((name) => {
    const { version, previous, canary } = pinOf(environment, name) ?? {};
    return [version, previous, canary?.version].flatMap((one) =>
      one === undefined || one === 'workspace' ? [] : [{ name, version: one }],
    );
  });

/** Throws a sentence if the release of a pinned version was not stored. */
export const vendoredRelease = (environments: string, name: string, version: string): ReleaseRecord => {
  const vendored = vendoredReleases(environments);
  if (!vendored.has(name, version))
    throw new Error(`${name}@${version} is not in ${vendored.root}: \`pnpm release vendor\` copies it from the store.`);
  return vendored.read(name, version);
};

const mayWrite = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** All files that a record lists. Compressed forms are created again wherever the release is published. */
const filesOf = (store: Store, { name, version, files }: ReleaseRecord): Map<string, Buffer> =>
  new Map(files.map(({ file }) => [file, readFileSync(join(store.files(name, version), file))]));

export interface VendorResult {
  /** Releases that were not stored before, such as `mf-chat@1.0.0`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Releases that stay as stored, although the store has other content under the same version. */
  readonly other: readonly string[];
}

/**
 * Stores the releases of everything that these environments pin, with earlier versions and canaries, and removes all
 * others. A stored release never changes, and stays if the store does not have it. Nothing is stored if the pins are
 * read-only, as in an image.
 */
export const vendorReleases = (environments: string, all: readonly Environment[], store: Store): VendorResult => {
  const result = { added: new Array<string>(), removed: new Array<string>(), other: new Array<string>() };
  if (!mayWrite(environments)) return result;
  const vendored = vendoredReleases(environments);
  const wanted = new Map(all.flatMap(pinsOf).map((pin) => [`${pin.name}@${pin.version}`, pin]));
  for (const [title, { name, version }] of wanted) {
    if (!store.has(name, version)) continue;
    const record = store.read(name, version);
    if (!vendored.has(name, version)) {
      vendored.adopt(record, filesOf(store, record));
      result.added.push(title);
    } else if (vendored.read(name, version).content !== record.content) result.other.push(title);
  }
  for (const name of vendored.names())
    for (const version of vendored.versions(name).filter((one) => !wanted.has(`${name}@${one}`))) {
      vendored.remove(name, version);
      result.removed.push(`${name}@${version}`);
    }
  return result;
};
