import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { TrustedKey } from '../release/keys.ts';
import type { ReleaseRecord } from '../release/record.ts';
import { type EnvironmentSet, type HeldRelease, plain, releaseSetText } from '../release/release-set.ts';
import { readSignedSet } from '../release/signed-set.ts';
import type { Store } from '../release/store.ts';
import { changedFiles, provenRecord } from '../release/verify-release.ts';
import { type Cohort, canariesFor } from './cohort.ts';

/** What the edge serves just now to one cohort of browsers. */
export interface CurrentRelease {
  readonly set: ReleaseSet;
  /** The release set as it is inlined and answered. */
  readonly text: string;
  /** The shell's page with its markers. */
  readonly template: string;
  /** Files of the shell by their path below its base. */
  readonly shellFiles: ReadonlySet<string>;
  /** Every script of the set, also those that load later, as `sha256-…`. */
  readonly scripts: readonly string[];
}

/** What the edge serves, for whichever browser asks. */
export interface Releases {
  /** All that is pinned, as it was signed. */
  readonly held: EnvironmentSet;
  /** Some browsers get other versions: a browser needs a number of its own. */
  readonly cohorts: boolean;
  for(cohort: Cohort | undefined): CurrentRelease;
}

interface Follow {
  /** `<data>/environments/<environment>.json`. */
  readonly file: string;
  readonly store: Store;
  readonly trusted: readonly TrustedKey[];
  /** Told a sentence of each thing that cannot be used. */
  readonly report: (problem: string) => void;
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
const own = (release: Release) => [
  release.entry.integrity,
  ...Object.values(release.modules).flatMap(({ js }) => js.map(({ integrity }) => integrity)),
];
const scriptsIn = ({ files }: ReleaseRecord) =>
  files.filter(({ file }) => file.endsWith('.js')).map(({ integrity }) => integrity);

/** The first shell whose record and files are what was published: the pinned one, else the one before. */
const shellOf = ({ shell }: EnvironmentSet, { store, report }: Follow) => {
  const candidates = shell.previous ? [shell, shell.previous] : [shell];
  for (const { version, content, kernel, base } of candidates)
    try {
      const record = provenRecord(store, 'shell', version, content);
      const changed = changedFiles(store, record);
      if (changed.length > 0) throw new Error(changed.join(' '));
      return { record, pinned: { name: 'shell' as const, version, base, kernel } };
    } catch (error) {
      report(sentence(error));
    }
  throw new Error('no shell of it can be used');
};

const load = (follow: Follow): Releases => {
  const { file, store, trusted, report } = follow;
  const held = readSignedSet(readFileSync(file, 'utf8'), trusted);
  const shell = shellOf(held, follow);
  // Only what the signature vouches for may run: a record that was changed adds no script.
  const scriptsOf = (release: HeldRelease): string[] => {
    try {
      return [...own(release), ...scriptsIn(provenRecord(store, release.name, release.version, release.content))];
    } catch (error) {
      report(sentence(error));
      return own(release);
    }
  };
  const releases = held.remotes.flatMap((one) => [
    one,
    ...(one.previous ? [one.previous] : []),
    ...(one.canary ? [one.canary.release] : []),
  ]);
  const common = {
    template: readFileSync(join(store.files('shell', shell.record.version), 'index.html'), 'utf8'),
    shellFiles: new Set(shell.record.files.map((one) => one.file)),
    scripts: [...new Set([...scriptsIn(shell.record), ...releases.flatMap(scriptsOf)])],
  };
  const made = new Map<string, CurrentRelease>();
  return {
    held,
    cohorts: held.remotes.some(({ canary }) => canary),
    for(cohort) {
      const chosen = canariesFor(held, cohort);
      const id = [held.id, ...chosen].join('.');
      const known = made.get(id);
      if (known) return known;
      const remotes = held.remotes.map(({ canary, previous, ...stable }) =>
        canary && chosen.includes(stable.name)
          ? { ...plain(canary.release), previous: plain(stable) }
          : { ...plain(stable), ...(previous ? { previous: plain(previous) } : {}) },
      );
      const set: ReleaseSet = { environment: held.environment, id, shell: shell.pinned, remotes };
      const current = { ...common, set, text: releaseSetText(set) };
      made.set(id, current);
      return current;
    },
  };
};

/**
 * Follows the release set in a file: read again when it changed, so a pin is live at the next page load. A file that
 * cannot be used, or that nobody who is trusted signed, is reported once, and the last good set stays. Undefined until
 * there is a first one.
 */
export const followRelease = (follow: Follow) => {
  const { file, report } = follow;
  let seen = '';
  let current: Releases | undefined;
  return (): Releases | undefined => {
    if (!existsSync(file)) return current;
    const { mtimeMs, size, ino } = statSync(file);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (stamp === seen) return current;
    seen = stamp;
    try {
      current = load(follow);
    } catch (error) {
      report(`The release set in ${file} cannot be used: ${sentence(error)}`);
    }
    return current;
  };
};
