import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { type Release, type ReleaseSet, releaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { releaseSetText } from '../release/release-set.ts';
import type { Store } from '../release/store.ts';

/** What the edge serves just now. */
export interface CurrentRelease {
  readonly set: ReleaseSet;
  /** The release set as it is inlined and answered. */
  readonly text: string;
  /** The shell's page with its markers. */
  readonly template: string;
  /** Files of the shell by their path below its base. */
  readonly shellFiles: ReadonlySet<string>;
  /** Every script of the set, also those that load later, as `sha384-…`. */
  readonly scripts: readonly string[];
}

const hashesOf = (store: Store, release: Release): string[] => [
  release.entry.integrity,
  ...Object.values(release.modules).flatMap(({ js }) => js.map(({ integrity }) => integrity)),
  ...(store.has(release.name, release.version)
    ? store
        .read(release.name, release.version)
        .files.filter(({ file }) => file.endsWith('.js'))
        .map(({ integrity }) => integrity)
    : []),
];

const load = (file: string, store: Store): CurrentRelease => {
  const set = schemaFor(releaseSet).parse(JSON.parse(readFileSync(file, 'utf8')));
  const shell = store.read('shell', set.shell.version);
  const releases = set.remotes.flatMap((one) => (one.previous ? [one, one.previous] : [one]));
  const own = shell.files.filter((one) => one.file.endsWith('.js')).map(({ integrity }) => integrity);
  return {
    set,
    text: releaseSetText(set),
    template: readFileSync(join(store.files('shell', shell.version), 'index.html'), 'utf8'),
    shellFiles: new Set(shell.files.map((one) => one.file)),
    scripts: [...new Set([...own, ...releases.flatMap((release) => hashesOf(store, release))])],
  };
};

/**
 * Follows the release set in `file`: read again when it changed, so a pin is live at the next page load. A file that
 * cannot be used is reported once, and the last good set stays. Undefined until there is a first one.
 */
export const followRelease = (file: string, store: Store, report: (problem: string) => void) => {
  let seen = '';
  let current: CurrentRelease | undefined;
  return (): CurrentRelease | undefined => {
    if (!existsSync(file)) return current;
    const { mtimeMs, size, ino } = statSync(file);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (stamp === seen) return current;
    seen = stamp;
    try {
      current = load(file, store);
    } catch (error) {
      report(`The release set in ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    }
    return current;
  };
};
