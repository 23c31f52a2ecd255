import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderDocuments } from './documents.ts';
import type { Environment } from './environment.ts';
import { folderFloors } from './floors.ts';
import { signingKey, trustedKeys } from './keys.ts';
import { folderRegistry, type Registry } from './registry.ts';
import type { EnvironmentSet, WorkspaceVersions } from './release-set.ts';
import { serveSet, type Serving } from './serve-set.ts';
import type { Store } from './store.ts';
import { writeAtomically } from './write-atomically.ts';
import * as z from 'zod/mini';

const builtFile = (data: string, environment: string) => join(data, 'environments', `${environment}.built.json`);

const versions = z.record(z.string(), z.string());

/** Versions of the last workspace builds of an environment; empty before the first. */
export const readBuilt = (data: string, environment: string): WorkspaceVersions => {
  const file = builtFile(data, environment);
  return existsSync(file) ? versions.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
};

/** What is signed and served from a data folder, `<data>/environments/<name>.json`, with the folder's key. */
export const folderServing = (data: string, store: Store, registry: Serving['registry']): Serving => {
  const root = join(data, 'environments');
  return {
    registry,
    store,
    sets: folderDocuments(root),
    floors: folderFloors(root),
    key: () => signingKey(data),
    trusted: () => trustedKeys(data),
    built: (environment) => readBuilt(data, environment),
  };
};

/**
 * Resolves an environment, signs it, and writes what the edge serves. `built` are versions of new workspace builds;
 * without them, the last ones are used. Throws a sentence if something pinned is not published, or was withdrawn.
 */
export const effectiveSet = async (
  data: string,
  environment: Environment,
  store: Store,
  built: WorkspaceVersions = readBuilt(data, environment.environment),
): Promise<EnvironmentSet> => {
  const { withdrawn, good }: Pick<Registry, 'withdrawn' | 'good'> = folderRegistry(join(data, 'environments'), data);
  const registry = { read: async () => environment, withdrawn, good };
  const serving = { ...folderServing(data, store, registry), built: () => built };
  const set = await serveSet(serving, environment.environment, 'own');
  writeAtomically(builtFile(data, environment.environment), `${JSON.stringify(built, undefined, 1)}\n`);
  return set;
};
