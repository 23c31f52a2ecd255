import { packageIn, repositoryOf } from './packages.ts';

/** Which package is built, as which version, in which mode. */
export interface ReleaseName {
  readonly name: string;
  readonly version: string;
  /**
   * `mf_chat_1_0_0`: two versions of one remote may run in one page, so global names of an entry contain the version.
   */
  readonly unique: string;
  readonly mode: 'production' | 'development';
  /** Folder that contains everything the build reads. Its path is not part of the result. */
  readonly repository: string;
}

/**
 * The version comes from the environment variable ATRIUM_RELEASE_VERSION, otherwise from the package file in `root`.
 */
export const releaseName = (root: string): ReleaseName => {
  const pkg = packageIn(root);
  const version = process.env['ATRIUM_RELEASE_VERSION'] ?? pkg.version;
  const unique = `${pkg.name}_${version}`.replaceAll(/\W/g, '_');
  const mode = process.env['NODE_ENV'] === 'development' ? 'development' : 'production';
  return { name: pkg.name, version, unique, mode, repository: repositoryOf(root) };
};
