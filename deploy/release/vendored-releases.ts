import { accessSync, constants, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Environment, partNames, pinOf } from './environment.ts';
import type { ReleaseRecord } from './record.ts';
import { openStore, type Store } from './store.ts';

/**
 * The releases of what environments pin, beside the pins: a store of its own, `releases/<name>/<version>/…`. With it a
 * clone whose own store is empty can tell what fits, and run what was released against its sources.
 */
export const vendoredReleases = (environments: string): Store => openStore(join(environments, 'releases'));

const pinsOf = (environment: Environment) =>
  partNames(environment).flatMap((name) => {
    const { version, previous, canary } = pinOf(environment, name) ?? {};
    return [version, previous, canary?.version].flatMap((one) =>
      one === undefined || one === 'workspace' ? [] : [{ name, version: one }],
    );
  });

/** Throws a sentence where the release of a pinned version was not kept. */
export const vendoredRelease = (environments: string, name: string, version: string): ReleaseRecord => {
  const vendored = vendoredReleases(environments);
  if (!vendored.has(name, version))
    throw new Error(`${name}@${version} is not in ${vendored.root}: \`pnpm release keep\` brings it from the store.`);
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

/** All that a record names; the small forms are made again wherever it is published. */
const filesOf = (store: Store, { name, version, files }: ReleaseRecord): Map<string, Buffer> =>
  new Map(files.map(({ file }) => [file, readFileSync(join(store.files(name, version), file))]));

export interface VendorResult {
  /** What is kept now and was not before, as `mf-chat@1.0.0`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** What stays as it was kept, though the store has other content under the same version. */
  readonly other: readonly string[];
}

/**
 * Keeps the releases of all that these environments pin, with the versions before and the canaries, and no others. What
 * is kept never changes, and stays where the store does not have it. Nothing is kept where the pins are not to be
 * written, as in an image.
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
      rmSync(dirname(vendored.files(name, version)), { recursive: true });
      result.removed.push(`${name}@${version}`);
    }
  return result;
};
