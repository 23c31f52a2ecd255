import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Named, ReleaseContext } from '../commands/command.ts';
import type { Documents } from '../documents.ts';
import { highestFloor } from '../floors.ts';
import { signingKey, trustedKeys } from '../keys.ts';
import { publish as publishPackage } from '../publish.ts';
import { renewSet } from '../renew-set.ts';
import { checkSigning, serveSet, type Serving } from '../serve-set.ts';
import { openStore } from '../store.ts';
import type { Bucket } from './bucket.ts';
import { bucketDocuments } from './documents.ts';
import { bucketFloors } from './floors.ts';
import { bucketRegistry } from './registry.ts';
import { downloadRelease, bucketReleases, mirrorRecords } from './releases.ts';

/** What edges serve for each environment: `<environment>.json`. */
export const bucketSets = (bucket: Bucket): Documents => bucketDocuments(bucket, 'sets/');

/** Folder within a data folder for what was downloaded from a bucket. */
export const folderFor = (bucket: Bucket, data: string): string =>
  join(data, 'buckets', createHash('sha256').update(bucket.name).digest('hex').slice(0, 16));

const conditionKey = 'conditional-writes';

/**
 * Verifies that the store does not overwrite existing keys when asked not to. Throws a sentence if it does: with such a
 * store, one of two simultaneous promotions would be lost.
 */
export const proveConditions = async (bucket: Bucket): Promise<void> => {
  const text = Buffer.from('A second write of this file has to be refused.\n');
  if ((await bucket.create(conditionKey, text)) && (await bucket.create(conditionKey, text)))
    throw new Error(`${bucket.name} does not support If-None-Match, which releases need: use another store.`);
};

interface Access {
  /** Who makes the changes. Default: the user who runs the process. */
  readonly by?: string | undefined;
  /** Writes nothing but requests. */
  readonly readsOnly?: boolean | undefined;
}

/**
 * The context of release commands when everything is in a bucket. `environments` are the pins that environments start
 * with.
 */
export const bucketContext = async (
  bucket: Bucket,
  data: string,
  environments: string,
  { by, readsOnly = false }: Access = {},
): Promise<ReleaseContext> => {
  if (!readsOnly) await proveConditions(bucket);
  const releases = bucketReleases(bucket);
  const store = openStore(join(folderFor(bucket, data), 'records'));
  const refresh = () => mirrorRecords(releases, store);
  await refresh();
  const sets = bucketSets(bucket);
  const registry = bucketRegistry(bucket, environments, refresh, by);
  const built = () => ({});
  const floors = bucketFloors(bucket);
  const key = () => signingKey(data);
  const serving: Serving = { registry, store, sets, floors, key, trusted: () => trustedKeys(data), built, refresh };
  return {
    store,
    data,
    registry,
    built,
    operator: bucketDocuments(bucket, 'operator/'),
    as: (other) => bucketContext(bucket, data, environments, { by: other, readsOnly }),
    served: async (environment) => (await sets.read(`${environment}.json`))?.text,
    checkSigning: (environment) => checkSigning(serving, environment),
    pinned: ({ environment }, counting) => serveSet(serving, environment, counting),
    renew: (environment, least) => renewSet(serving, environment, least),
    floor: (environment) => highestFloor(floors, environment, trustedKeys(data)),
    refresh,
    async publish(name, options) {
      const folder = mkdtempSync(join(tmpdir(), 'atrium-publish-'));
      try {
        const own = openStore(join(folder, 'store'));
        const record = await publishPackage(own, name, options);
        await releases.push(own, record);
        return record;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    importFrom: (from, record) => releases.push(from, record),
    async prove(release: Named) {
      const folder = mkdtempSync(join(tmpdir(), 'atrium-proof-'));
      try {
        await downloadRelease(releases, openStore(folder), release);
        return [];
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};
