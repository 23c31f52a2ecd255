import { packageIn, repositoryOf } from './packages.ts';

/** Who is built, as which version, in which mode. */
export interface ReleaseName {
  readonly name: string;
  readonly version: string;
  /** `mf_chat_1_0_0`: two versions of one remote may stand in one page, so the names of an entry hold the version. */
  readonly unique: string;
  readonly mode: 'production' | 'development';
  /** Folder of all that the build reads: its path is no part of what is built. */
  readonly repository: string;
}

/** From the environment variable ATRIUM_RELEASE_VERSION, else from the package file in `root`. */
export const releaseName = (root: string): ReleaseName => {
  const pkg = packageIn(root);
  const version = process.env['ATRIUM_RELEASE_VERSION'] ?? pkg.version;
  const unique = `${pkg.name}_${version}`.replaceAll(/\W/g, '_');
  const mode = process.env['NODE_ENV'] === 'development' ? 'development' : 'production';
  return { name: pkg.name, version, unique, mode, repository: repositoryOf(root) };
};
