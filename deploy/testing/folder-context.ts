import type { ReleaseContext } from '../release/commands/command.ts';
import { folderServing } from '../release/effective-set.ts';
import { folderRegistry } from '../release/registry.ts';
import { renewSet } from '../release/renew-set.ts';
import { checkSigning, serveSet } from '../release/serve-set.ts';
import type { Store } from '../release/store.ts';

/** The context of release commands with releases in a folder, none of which is built from sources. */
export const folderContext = (store: Store, data: string, pins: string): ReleaseContext => {
  const registry = folderRegistry(pins, data);
  const serving = folderServing(data, store, registry);
  return {
    store,
    data,
    registry,
    built: () => ({}),
    checkSigning: (environment) => checkSigning(serving, environment),
    pinned: ({ environment }, counting) => serveSet(serving, environment, counting),
    renew: (environment, least) => renewSet(serving, environment, least),
    served: async (environment) => (await serving.sets.read(`${environment}.json`))?.text,
  };
};
