import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeCopies } from '../build/declarations.ts';
import { workspace } from '../release/data-folder.ts';
import { templateFiles, type Placeholders, placeholdersOf, writeFiles } from './from-template.ts';
import { packageVersions } from './versions.ts';

const template = join(import.meta.dirname, 'template');
/** Files that a repository has in addition to those of a workspace's remote, or instead of them. */
const repository = join(import.meta.dirname, 'repository');

/** The template uses the package names of the workspace. */
const names: Placeholders = {
  '@atrium/shared-kernel': '@atrium/kernel',
  '@atrium/deploy/build/remote-config': '@atrium/remote-kit/build',
};

const own = ['@atrium/kernel', '@atrium/remote-kit'];
const tarball = (name: string, version: string) => `${name.slice(1).replace('/', '-')}-${version}.tgz`;

/** Copies packed packages into the repository. Gives the references to them for the package file. */
const copyPackages = (packages: string, folder: string, versions: Placeholders): Placeholders => {
  mkdirSync(join(folder, 'packages'), { recursive: true });
  return Object.fromEntries(
    own.map((name) => {
      const file = tarball(name, versions[name] ?? '');
      if (!existsSync(join(packages, file))) throw new Error(`${packages} has no ${file}: pack the packages first.`);
      copyFileSync(join(packages, file), join(folder, 'packages', file));
      return [name, `file:packages/${file}`];
    }),
  );
};

/**
 * Writes a remote into a folder as a separate repository: exact versions of its packages, screen, contract with an
 * event of its own, tests, CI. `packages` is a folder with the packed kernel and kit, which become part of the
 * repository; without it they come from the registry. Gives the files. Throws a sentence if the name or the folder
 * cannot be used.
 */
export const createRepository = (remote: string, folder: string, packages?: string): string[] => {
  const words = placeholdersOf(remote);
  if (existsSync(folder) && readdirSync(folder).some((name) => name !== '.git'))
    throw new Error(`${folder} is not empty: name a new folder.`);
  const versions = packageVersions();
  const exact = packages === undefined ? versions : { ...versions, ...copyPackages(packages, folder, versions) };
  const all = { ...words, ...names, ...inPackageFile(exact) };
  const files = templateFiles(repository);
  const others = templateFiles(template).filter((file) => !files.includes(file));
  const written = [...writeFiles(template, others, folder, all), ...writeFiles(repository, files, folder, all)];
  return [...written, ...writeCopies(folder, workspace, '@atrium/kernel')].toSorted();
};

const inPackageFile = (versions: Placeholders): Placeholders =>
  Object.fromEntries(Object.entries(versions).map(([name, version]) => [`"${name}": "*"`, `"${name}": "${version}"`]));
