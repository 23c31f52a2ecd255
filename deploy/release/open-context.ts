import { join } from 'node:path';
import type { ReleaseContext } from './commands/command.ts';
import { folderServing, readBuilt } from './effective-set.ts';
import { environmentsFolder } from './environment.ts';
import { folderRegistry } from './registry.ts';
import { renewSet } from './renew-set.ts';
import { checkSigning, serveSet } from './serve-set.ts';
import { openStore } from './store.ts';
import { vendoredReleases, vendorReleases } from './vendored-releases.ts';

/**
 * The context of release commands for a data folder. `by` is who makes the changes, if it is not the user who runs the
 * process.
 */
export const folderContext = (data: string, by?: string): ReleaseContext => {
  const store = openStore(join(data, 'store'));
  const registry = folderRegistry(environmentsFolder, data, by);
  const built = (environment: string) => readBuilt(data, environment);
  const serving = folderServing(data, store, registry);
  const vendor = async () => {
    const names = await registry.environments();
    return vendorReleases(environmentsFolder, await Promise.all(names.map((name) => registry.read(name))), store);
  };
  return {
    store,
    data,
    registry,
    built,
    as: (other) => folderContext(data, other),
    checkSigning: (environment) => checkSigning(serving, environment),
    async pinned({ environment }, counting) {
      await serveSet(serving, environment, counting);
      await vendor();
    },
    renew: (environment, least) => renewSet(serving, environment, least),
    vendor,
    vendored: vendoredReleases(environmentsFolder),
  };
};

/**
 * The context of release commands: the bucket that ATRIUM_STORE names, `s3://bucket/prefix`, otherwise the data folder.
 * `readsOnly` is for callers that may write nothing but requests.
 */
export const openContext = async (data: string, readsOnly = false): Promise<ReleaseContext> => {
  const address = process.env['ATRIUM_STORE'];
  if (!address) return folderContext(data);
  const { bucketContext } = await import('./bucket/context.ts');
  const { openBucket } = await import('./bucket/s3.ts');
  const context = await bucketContext(openBucket(address), data, environmentsFolder, { readsOnly });
  return { ...context, vendored: vendoredReleases(environmentsFolder) };
};
