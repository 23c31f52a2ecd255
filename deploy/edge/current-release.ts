import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { floorIn, folderFloor, servedMemory } from '../release/floors.ts';
import type { TrustedKey } from '../release/keys.ts';
import { foreignClaims, ownSurface, surfaceClaims } from '../release/ownership.ts';
import { type EnvironmentSet, type HeldRelease, plain, releaseSetText } from '../release/release-set.ts';
import { problemOf, type SetProblem, SetRefusal } from '../release/set-problem.ts';
import { expiredSentence, hasExpired, readSignedSet, refusalOf, type SignedSet } from '../release/signed-set.ts';
import { hasShare, isFor, type SignedRollout, type Visitor } from '../release/rollout.ts';
import { isPartFile, readStaticParts } from '../release/static-parts.ts';
import type { Store } from '../release/store.ts';
import { changedFiles, provenRecord } from '../release/verify-release.ts';
import { type Cohort, canariesFor } from './cohort.ts';
import { disabledPlaces } from './disabled.ts';
import { rolloutsIn } from './visitors.ts';
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

/** By what it is decided what a browser gets. */
interface Asked {
  readonly cohort: Cohort | undefined;
  readonly visitor: Visitor;
  /** Remotes that it asked to be without. */
  readonly disabled?: readonly string[];
}

/** What the edge serves, for whichever browser asks. */
export interface Releases {
  /** All that is pinned, as it was signed. */
  readonly held: SignedSet;
  /** Some browsers get other versions: a browser needs a number of its own. */
  readonly cohorts: boolean;
  /** What of it was changed after it was published: a sentence each. */
  readonly changed: readonly string[];
  for(asked: Asked): CurrentRelease;
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
  /** Why the newest set, or a part of it, is not served, or soon will not be; undefined where all is well. */
  readonly problem: () => SetProblem | undefined;
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
  throw new SetRefusal('changed', 'no shell of it can be used');
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

/** By their names, flags as a page is told of them: those that are on, and those that would be on if it were not told. */
const flagsFor = (
  flags: Readonly<Record<string, SignedRollout>>,
  standard: readonly string[],
  visitor: Visitor,
): Readonly<Record<string, boolean>> => {
  const set = Object.entries(flags).map(([name, rules]) => [name, isFor(rules, name, visitor)] as const);
  return Object.fromEntries([
    ...standard.map((name) => [name, true] as const),
    ...set.filter(([name, on]) => on || standard.includes(name)),
  ]);
};

/** Of one set, what different browsers get. */
const mostMade = 200;

const load = (follow: Follow, least: number, now: number): Releases => {
  const { file, environment, store, trusted } = follow;
  const changed: string[] = [];
  const report = (why: string) => {
    changed.push(why);
    follow.report(why);
  };
  const held = readSignedSet(readFileSync(file, 'utf8'), trusted);
  const refusal = refusalOf(held, { environment, least, now });
  if (refusal) throw refusal;
  const shell = shellOf(held, { ...follow, report });
  // Only what the signature vouches for may stand in the page: a record that was changed adds nothing.
  const parts = new Map([[`shell@${shell.record.version}`, readStaticParts(store, shell.record, report)]]);
  /** By release, its flags that are on where nobody says otherwise. */
  const standards = new Map<string, readonly string[]>();
  const releases = held.remotes.flatMap((one) => [
    one,
    ...(one.previous ? [one.previous] : []),
    ...(one.canary ? [one.canary.release] : []),
  ]);
  for (const { name, version, content, entry } of releases)
    try {
      const record = provenRecord(store, name, version, content);
      for (const why of changedFiles(store, record, (one) => one === entry.file)) report(why);
      parts.set(`${name}@${version}`, readStaticParts(store, record, report));
      const on = Object.entries(record.contract.flags ?? {}).filter(([, flag]) => flag.default);
      standards.set(
        `${name}@${version}`,
        on.map(([flag]) => `${name}.${flag}`),
      );
    } catch (error) {
      report(sentence(error));
    }
  for (const { name, version, contract } of releases)
    for (const why of foreignClaims(surfaceClaims(name, contract), held.owners))
      follow.report(`${name}@${version} ${why}`);
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
    changed,
    cohorts: held.remotes.some(({ canary, share }) => canary ?? share) || hasShare(rolloutsIn(held)),
    for({ cohort, visitor, disabled: without = [] }) {
      const chosen = canariesFor(held, cohort, visitor);
      const there = held.remotes.filter(({ name, share }) => share === undefined || chosen.includes(name));
      const given = there.map((one) => (one.canary && chosen.includes(one.name) ? one.canary.release : one));
      const standard = given.flatMap(({ name, version }) => standards.get(`${name}@${version}`) ?? []);
      const flags = flagsFor(held.flags ?? {}, standard, visitor);
      const isOut = ({ name, disabled }: (typeof there)[number]) => disabled ?? without.includes(name);
      const asked = there.filter((one) => isOut(one) && !one.disabled).map(({ name }) => name);
      const switched = Object.entries(flags).map(([name, on]) => (on ? `on-${name}` : `off-${name}`));
      const id = [held.id, ...chosen, ...asked.map((name) => `no-${name}`), ...switched].join('.');
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
        ...(Object.keys(flags).length > 0 ? { flags } : {}),
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

/** Files without which nothing of a set can be shown, and which were there when it was read: a disk may go away. */
const missingFiles = (store: Store, { shell, remotes }: SignedSet): string[] =>
  [{ ...shell, name: 'shell', entry: { file: 'index.html' } }, ...remotes]
    .filter(({ name, version, entry }) => !existsSync(join(store.files(name, version), entry.file)))
    .map(({ name, version, entry }) => `${name}@${version}: ${entry.file} is missing.`);

/** Milliseconds between two tries of a set that could not be used. */
const pause = 1000;
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
  let tried = 0;
  let served: Releases | undefined;
  let problem: SetProblem | undefined;
  let warned: Releases | undefined;
  let ended: Releases | undefined;
  const problemNow = (error: unknown, state: 'refused' | 'partly' | 'expiring' = 'refused') =>
    problemOf(error, { environment, now: now(), other: 'unreadable', state });
  const refuse = (error: unknown) => {
    const refused = problemNow(error);
    if (refused.why !== problem?.why) report(`The release set in ${file} cannot be used: ${refused.why}`);
    problem = refused;
  };
  const stampOf = () => {
    if (!existsSync(file)) return undefined;
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  };
  const refresh = () => {
    const stamp = stampOf();
    if (stamp === undefined) {
      if (served) refuse(new SetRefusal('missing', 'It is not there any more.'));
      return;
    }
    // What could not be used may be whole again although the set is the same, as a disk that is back.
    const again = problem !== undefined && Math.abs(now() - tried) >= pause;
    if (stamp === seen && !again) return;
    const lines: string[] = [];
    const isSame = stamp === seen;
    seen = stamp;
    tried = now();
    try {
      const least = Math.max(memory.highest(), floorIn(folderFloor(folder, environment), environment, trusted));
      served = load({ ...follow, report: (line) => lines.push(line) }, least, now());
      memory.store(served.held.serial);
      problem = undefined;
    } catch (error) {
      if (!isSame) problem = undefined;
      refuse(error);
    }
    if (!isSame || !problem) for (const line of lines) report(line);
  };
  const current = () => {
    refresh();
    if (!served) return undefined;
    const expired = hasExpired(served.held, now());
    if (expired) {
      problem = problemNow(new SetRefusal('expired', expiredSentence(served.held)));
      if (ended !== served) report(`The release set of ${environment} is served no more: ${problem.why}`);
      ended = served;
      return undefined;
    }
    if (warned !== served && hasExpired(served.held, now() + soon)) {
      report(`The release set of ${environment} expires at ${served.held.expires}: is \`pnpm release watch\` running?`);
      warned = served;
    }
    return served;
  };
  return {
    current,
    problem() {
      const releases = current();
      if (problem || !releases) return problem;
      const [first] = [...releases.changed, ...missingFiles(follow.store, releases.held)];
      if (first !== undefined)
        return problemNow(new SetRefusal(releases.changed.length > 0 ? 'changed' : 'missing', first), 'partly');
      if (!hasExpired(releases.held, now() + soon)) return undefined;
      return problemNow(new SetRefusal('expiring', `It expires at ${releases.held.expires}.`), 'expiring');
    },
  };
};
