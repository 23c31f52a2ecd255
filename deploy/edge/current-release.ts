import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { floorIn, folderFloor, servedMemory } from '../release/floors.ts';
import type { TrustedKey } from '../release/keys.ts';
import { foreignClaims, ownSurface, surfaceClaims } from '../release/ownership.ts';
import { type EnvironmentSet, type HeldRelease, plain, releaseSetText } from '../release/release-set.ts';
import { expiredSentence, hasExpired, readSignedSet, refusalOf, type SignedSet } from '../release/signed-set.ts';
import { isPartFile, readStaticParts } from '../release/static-parts.ts';
import type { Store } from '../release/store.ts';
import { changedFiles, provenRecord } from '../release/verify-release.ts';
import { type Cohort, canariesFor } from './cohort.ts';
import { disabledPlaces } from './disabled.ts';
import type { StaticParts } from './frame.ts';

/** What the edge serves just now to one cohort of browsers. */
export interface CurrentRelease {
  readonly set: ReleaseSet;
  /** What a browser is told of the set: without what only an edge needs. */
  readonly text: string;
  /** The shell's page with its markers. */
  readonly template: string;
  /** Files of the shell by their path below its base. */
  readonly shellFiles: ReadonlySet<string>;
  readonly parts: StaticParts;
  /** Remotes that only this browser is without. */
  readonly disabled: readonly string[];
}

/** What the edge serves, for whichever browser asks. */
export interface Releases {
  /** All that is pinned, as it was signed. */
  readonly held: SignedSet;
  /** Some browsers get other versions: a browser needs a number of its own. */
  readonly cohorts: boolean;
  /** `disabled`: remotes that the browser asked to be without. */
  for(cohort: Cohort | undefined, disabled?: readonly string[]): CurrentRelease;
}

interface Follow {
  /** `<data>/environments/<environment>.json`. */
  readonly file: string;
  readonly environment: string;
  readonly store: Store;
  readonly trusted: readonly TrustedKey[];
  /** Told a sentence of each thing that cannot be used. */
  readonly report: (problem: string) => void;
  readonly now?: () => number;
}

/** What is served, and why a set is not. */
export interface Following {
  /** Undefined until there is a first set that may be served, and where the last one has expired. */
  readonly current: () => Releases | undefined;
  /** Why the newest set is not served; undefined where it is. */
  readonly problem: () => string | undefined;
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

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

/** In the page of a shell that holds remotes to what is theirs by itself. */
const checksOwners = '<meta name="release-set" content="owners"';

/** Of what it falls back to a page needs the entry only: its claims are those of the pinned version. */
const fallback = ({ contract, ...previous }: Release): Release => ({
  ...previous,
  modules: {},
  contract: { version: contract.version, routes: [], fills: [], dialogs: [] },
});

/** A remote as a page needs it: its preloads and first calls stand in the page, and each entry knows its files. */
const inBrowser = ({ previous, ...release }: PinnedRelease): PinnedRelease => {
  const { first: _, whenDisabled: __, ...contract } = release.contract;
  return { ...release, contract, modules: {}, ...(previous ? { previous: fallback(previous) } : {}) };
};

/** Of one set, what different browsers get. */
const mostMade = 200;

const load = (follow: Follow, least: number, now: number): Releases => {
  const { file, environment, store, trusted, report } = follow;
  const held = readSignedSet(readFileSync(file, 'utf8'), trusted);
  const refusal = refusalOf(held, { environment, least, now });
  if (refusal) throw new Error(refusal);
  const shell = shellOf(held, follow);
  // Only what the signature vouches for may stand in the page: a record that was changed adds nothing.
  const parts = new Map([[`shell@${shell.record.version}`, readStaticParts(store, shell.record, report)]]);
  const releases = held.remotes.flatMap((one) => [
    one,
    ...(one.previous ? [one.previous] : []),
    ...(one.canary ? [one.canary.release] : []),
  ]);
  for (const { name, version, content } of releases)
    try {
      parts.set(`${name}@${version}`, readStaticParts(store, provenRecord(store, name, version, content), report));
    } catch (error) {
      report(sentence(error));
    }
  for (const { name, version, contract } of releases)
    for (const why of foreignClaims(surfaceClaims(name, contract), held.owners)) report(`${name}@${version} ${why}`);
  const template = readFileSync(join(store.files('shell', shell.record.version), 'index.html'), 'utf8');
  // An older shell gives a claim to whoever makes it: it is not told of those that are another remote's.
  const ownPart = (release: HeldRelease) =>
    template.includes(checksOwners) ? plain(release) : ownSurface(plain(release), held.owners);
  const common = {
    template,
    shellFiles: new Set(shell.record.files.map(({ file }) => file).filter((file) => !isPartFile(file))),
    parts,
  };
  const made = new Map<string, CurrentRelease>();
  return {
    held,
    cohorts: held.remotes.some(({ canary, share }) => canary ?? share),
    for(cohort, without = []) {
      const chosen = canariesFor(held, cohort);
      const there = held.remotes.filter(({ name, share }) => share === undefined || chosen.includes(name));
      const isOut = ({ name, disabled }: (typeof there)[number]) => disabled ?? without.includes(name);
      const asked = there.filter((one) => isOut(one) && !one.disabled).map(({ name }) => name);
      const id = [held.id, ...chosen, ...asked.map((name) => `no-${name}`)].join('.');
      const known = made.get(id);
      if (known) return known;
      const shown = there.filter((one) => !isOut(one));
      const remotes = shown.map(({ canary, previous, ...stable }) =>
        canary && chosen.includes(stable.name)
          ? { ...ownPart(canary.release), previous: ownPart(stable) }
          : { ...ownPart(stable), ...(previous ? { previous: ownPart(previous) } : {}) },
      );
      const set: ReleaseSet = {
        environment: held.environment,
        id,
        owners: held.owners,
        disabled: disabledPlaces(there.filter(isOut).map((one) => ownSurface(plain(one), held.owners))),
        shell: shell.pinned,
        remotes,
      };
      const current = {
        ...common,
        disabled: asked,
        set,
        text: releaseSetText({ ...set, remotes: remotes.map(inBrowser) }),
      };
      // Browsers may ask for any of them to be away.
      if (made.size >= mostMade) made.clear();
      made.set(id, current);
      return current;
    },
  };
};

/** Milliseconds before its end at which a set should have been renewed. */
const soon = 2 * 86_400_000;

/**
 * Follows the release set in a file: read again when it changed, so a pin is live at the next page load. A file that
 * cannot be used, that nobody who is trusted signed, of another environment, older than one that was signed, or expired,
 * is reported once, and the last good set stays until it expires.
 */
export const followRelease = (follow: Follow): Following => {
  const { file, environment, trusted, report, now = Date.now } = follow;
  const folder = dirname(file);
  const memory = servedMemory(folder, environment);
  let seen = '';
  let served: Releases | undefined;
  let problem: string | undefined;
  let warned: Releases | undefined;
  let ended: Releases | undefined;
  const refresh = () => {
    if (!existsSync(file)) return;
    const { mtimeMs, size, ino } = statSync(file);
    const stamp = `${mtimeMs} ${size} ${ino}`;
    if (stamp === seen) return;
    seen = stamp;
    try {
      const least = Math.max(memory.highest(), floorIn(folderFloor(folder, environment), environment, trusted));
      served = load(follow, least, now());
      memory.store(served.held.serial);
      problem = undefined;
    } catch (error) {
      problem = sentence(error);
      report(`The release set in ${file} cannot be used: ${problem}`);
    }
  };
  const current = () => {
    refresh();
    if (!served) return undefined;
    if (hasExpired(served.held, now())) {
      problem = expiredSentence(served.held);
      if (ended !== served) report(`The release set of ${environment} is served no more: ${problem}`);
      ended = served;
      return undefined;
    }
    if (warned !== served && hasExpired(served.held, now() + soon)) {
      report(`The release set of ${environment} expires at ${served.held.expires}: is \`pnpm release watch\` running?`);
      warned = served;
    }
    return served;
  };
  return { current, problem: () => (current(), problem) };
};
