import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Folder of the requested repository, and the source of its packages. */
export interface RepositoryOptions {
  readonly folder: string;
  /** Folder with the packed packages; without it they come from the registry. */
  readonly packages?: string | undefined;
}

/** Reads `--repository <folder> [--packages <folder>]`; undefined if no repository is requested. */
export const repositoryOptions = (args: readonly string[]): RepositoryOptions | undefined => {
  const { repository, packages } = parseArgs({
    args: [...args],
    options: { repository: { type: 'string' }, packages: { type: 'string' } },
  }).values;
  if (repository === undefined) return undefined;
  return { folder: resolve(repository), packages: packages === undefined ? undefined : resolve(packages) };
};
