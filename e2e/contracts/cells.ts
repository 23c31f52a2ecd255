import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { probeIn, publishProbe } from '@atrium/deploy/contracts/probe';
import { type PinnedSet, problemsOf } from '@atrium/deploy/release/deployable';
import { readBuilt } from '@atrium/deploy/release/effective-set';
import { type Environment, pinOf, readEnvironment } from '@atrium/deploy/release/environment';
import { vendoredReleases } from '@atrium/deploy/release/vendored-releases';
import type { ReleaseRecord } from '@atrium/deploy/release/record';
import { signedReleaseOf, ownersIn } from '@atrium/deploy/release/release-set';
import { writeSignedSet } from '@atrium/deploy/release/hand-signed';
import { openStore } from '@atrium/deploy/release/store';

const root = join(import.meta.dirname, '../..');
const environments = join(root, 'deploy/environments');
const vendored = vendoredReleases(environments);
/** Marks the version of the current sources. */
const now = '+sources';

/** A version of a part: one that an environment pins, or that of the sources. */
export interface Side {
  readonly version: string;
  /** The environment whose pins surround it; undefined if it comes from the sources. */
  readonly environment?: Environment;
}
export interface Cell {
  readonly remote: string;
  readonly row: Side;
  readonly column: Side;
}

const pinned = ['staging', 'production'].map((name) => readEnvironment(name, environments));
const sources = readEnvironment('local', environments);
const versionIn = (name: string) =>
  (JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as { version: string }).version;

/** Each version that is pinned somewhere, once, and that of the sources. */
const sidesOf = (name: string): Side[] => {
  const sides = new Map<string, Side>();
  for (const environment of pinned) {
    const version = pinOf(environment, name)?.version;
    if (version !== undefined && !sides.has(version)) sides.set(version, { version, environment });
  }
  return [...sides.values(), { version: versionIn(name) + now }];
};

/** Every remote, old and new, with every shell, old and new. */
export const cells = (): Cell[] =>
  Object.keys(sources.remotes).flatMap((remote) =>
    sidesOf(remote).flatMap((row) => sidesOf('shell').map((column) => ({ remote, row, column }))),
  );
export const titleOf = ({ remote, row, column }: Cell) => `${remote}@${row.version} with shell@${column.version}`;

/**
 * Publishes the releases that are stored next to the pins, and the probe, to the store of a product with its own data
 * folder. Another build of the same version is replaced.
 */
export const publishVendored = (data: string): void => {
  const store = openStore(join(data, 'store'));
  publishProbe(store, versionIn('shared-kernel'));
  for (const name of vendored.names())
    for (const version of vendored.versions(name)) {
      const record = vendored.read(name, version);
      if (store.has(name, version) && store.read(name, version).content !== record.content)
        rmSync(dirname(store.files(name, version)), { recursive: true });
      store.importFrom(vendored, record);
    }
};

/** The releases of that product. `environment` is the one whose release set is written. */
export const releasesIn = (data: string, environment: string) => {
  const store = openStore(join(data, 'store'));
  const built = readBuilt(data, 'local');
  const probe = probeIn(store);
  const known = new Map<string, ReleaseRecord>();
  const read = (name: string, { version }: Pick<Side, 'version'>): ReleaseRecord => {
    const record =
      known.get(`${name}@${version}`) ?? store.read(name, version.endsWith(now) ? (built[name] ?? '') : version);
    known.set(`${name}@${version}`, record);
    return record;
  };
  return {
    read,
    /**
     * Everything that a cell composes: the other remotes are those that are pinned with its shell, and the service is
     * that of the sources.
     */
    setOf({ remote, row, column }: Cell): PinnedSet {
      const { remotes } = column.environment ?? pinned[0] ?? sources;
      return {
        shell: read('shell', column),
        service: read('service', { version: now }),
        remotes: [...new Set([...Object.keys(remotes), remote])].map((name) =>
          read(name, name === remote ? row : (remotes[name] ?? row)),
        ),
      };
    },
    /** Serves a set from the next page load on. */
    serve({ shell, remotes }: PinnedSet): void {
      const { version, kernel, content } = shell;
      const composed = [...remotes.map(signedReleaseOf), probe];
      writeSignedSet(data, {
        environment,
        owners: ownersIn(composed),
        id: `contracts-${Date.now().toString(16)}`,
        shell: { name: 'shell', version, base: `/assets/shell/${version}/`, kernel, content },
        remotes: composed,
      });
    },
  };
};

/**
 * What a new remote needs that an old shell cannot have yet, according to recorded contracts; empty if it does not have
 * to wait.
 */
export const missingFor = ({ remote, row, column }: Cell, set: PinnedSet): string[] => {
  const record = set.remotes.find(({ name }) => name === remote);
  return record && !row.environment && column.environment
    ? problemsOf(record, set).map((why) => why.replace(`${record.name}@${record.version} `, ''))
    : [];
};
