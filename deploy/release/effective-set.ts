import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { type EnvironmentSet, resolveReleaseSet, type WorkspaceVersions } from './release-set.ts';
import { writeSignedSet } from './signed-set.ts';
import type { Store } from './store.ts';
import { writeAtomically } from './write-atomically.ts';

const builtFile = (data: string, environment: string) => join(data, 'environments', `${environment}.built.json`);

/** Versions of the last workspace builds of an environment; empty before the first. */
export const readBuilt = (data: string, environment: string): WorkspaceVersions => {
  const file = builtFile(data, environment);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WorkspaceVersions) : {};
};

/**
 * Resolves an environment, signs it and writes what the edge serves, `<data>/environments/<name>.json`. `built`: versions of new
 * workspace builds, else those of before. Throws a sentence where something pinned is not published.
 */
export const effectiveSet = (
  data: string,
  environment: Environment,
  store: Store,
  built: WorkspaceVersions = readBuilt(data, environment.environment),
): EnvironmentSet => {
  const set = resolveReleaseSet(environment, store, built);
  writeAtomically(builtFile(data, environment.environment), `${JSON.stringify(built, undefined, 1)}\n`);
  writeSignedSet(data, set);
  return set;
};
