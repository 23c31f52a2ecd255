import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { floorIn, folderFloor, servedMemory } from '../release/floors.ts';
import type { TrustedKey } from '../release/keys.ts';
import { foreignClaims, surfaceClaims } from '../release/ownership.ts';
import type { ReleaseRecord } from '../release/record.ts';
import type { EnvironmentSet, SignedRelease } from '../release/release-set.ts';
import { problemOf, type SetProblem, SetRefusal } from '../release/set-problem.ts';
import { expiredSentence, hasExpired, readSignedSet, refusalOf, type SignedSet } from '../release/signed-set.ts';
import { hasShare } from '../release/rollout.ts';
import { isPartFile, readStaticParts } from '../release/static-parts.ts';
import type { Store } from '../release/store.ts';
import { changedFiles, provenRecord } from '../release/verify-release.ts';
import { type ReleaseRequest, createChoice, type CurrentRelease } from './choice.ts';
import { rolloutsIn } from './visitors.ts';

/** What the edge serves, for any browser. */
export interface Releases {
  /** Everything that is pinned, as it was signed. */
  readonly signed: SignedSet;
  /** Whether some browsers get other versions, so that each browser needs a cohort. */
  readonly cohorts: boolean;
  /** What is missing, or was changed after it was published. */
  readonly broken: readonly SetRefusal[];
  for(request: ReleaseRequest): CurrentRelease;
}

interface Follow {
  /** `<data>/environments/<environment>.json`. */
  readonly file: string;
  readonly environment: string;
  readonly store: Store;
  readonly trusted: readonly TrustedKey[];
  /** Receives a sentence for each thing that cannot be used. */
  readonly report: (problem: string) => void;
  readonly now?: () => number;
}

/** The served releases, and why a set is not served. */
export interface Following {
  /** Undefined until there is a first valid set, and after the last one has expired. */
  readonly current: () => Releases | undefined;
  /** Why the newest set, or a part of it, is not served, or soon will not be; undefined if everything is fine. */
  readonly problem: () => SetProblem | undefined;
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * The first shell whose record and files are unchanged since it was published: the pinned one, otherwise the one
 * before.
 */
const shellOf = ({ shell }: EnvironmentSet, store: Store, report: (why: unknown) => void) => {
  const candidates = shell.previous ? [shell, shell.previous] : [shell];
  for (const { version, content, kernel, base } of candidates)
    try {
      const record = provenRecord(store, 'shell', version, content);
      const changed = changedFiles(store, record);
      if (changed.length > 0) throw new Error(changed.join(' '));
      return { record, pinned: { name: 'shell' as const, version, base, kernel } };
    } catch (error) {
      report(error);
    }
  throw new SetRefusal('changed', 'none of its shells can be used');
};

/** All releases of remotes that some browser may get. */
const releasesIn = ({ remotes, previews = [] }: SignedSet): SignedRelease[] => [
  ...remotes.flatMap((one) => [
    one,
    ...(one.previous ? [one.previous] : []),
    ...(one.canary ? [one.canary.release] : []),
  ]),
  ...previews.map(({ release }) => release),
];

/** The flags of a release that are on by default, with the name of its remote. */
const defaultFlags = ({ name, contract }: ReleaseRecord): string[] =>
  Object.entries(contract.flags ?? {}).flatMap(([flag, { default: on }]) => (on ? [`${name}.${flag}`] : []));

const load = (follow: Follow, least: number, now: number): Releases => {
  const { file, environment, store, trusted } = follow;
  const broken: SetRefusal[] = [];
  const report = (why: unknown) => {
    broken.push(why instanceof SetRefusal ? why : new SetRefusal('changed', sentence(why)));
    follow.report(sentence(why));
  };
  const signed = readSignedSet(readFileSync(file, 'utf8'), trusted);
  const refusal = refusalOf(signed, { environment, least, now });
  if (refusal) throw refusal;
  const shell = shellOf(signed, store, report);
  // Only files that the signature covers may be part of the page, so a changed record adds nothing.
  const parts = new Map([[`shell@${shell.record.version}`, readStaticParts(store, shell.record, report)]]);
  /** For each release, its flags that are on by default. */
  const standards = new Map<string, readonly string[]>();
  const releases = releasesIn(signed);
  for (const { name, version, content, entry } of releases)
    try {
      const record = provenRecord(store, name, version, content);
      for (const why of changedFiles(store, record, (one) => one === entry.file)) report(why);
      parts.set(`${name}@${version}`, readStaticParts(store, record, report));
      standards.set(`${name}@${version}`, defaultFlags(record));
    } catch (error) {
      report(error);
    }
  for (const { name, version, contract } of releases)
    for (const why of foreignClaims(surfaceClaims(name, contract), signed.owners))
      follow.report(`${name}@${version} ${why}`);
  const template = readFileSync(join(store.files('shell', shell.record.version), 'index.html'), 'utf8');
  const common = {
    template,
    shellFiles: new Set(shell.record.files.map(({ file }) => file).filter((file) => !isPartFile(file))),
    parts,
  };
  return {
    signed,
    broken,
    cohorts: signed.remotes.some(({ canary, share }) => canary ?? share) || hasShare(rolloutsIn(signed)),
    for: createChoice({ signed, common, shell: shell.pinned, standards }),
  };
};

/** Files that a set cannot be shown without, and that existed when it was read: a disk may become unavailable. */
const missingFiles = (store: Store, { shell, remotes }: SignedSet): SetRefusal[] =>
  [{ ...shell, name: 'shell', entry: { file: 'index.html' } }, ...remotes]
    .filter(({ name, version, entry }) => !existsSync(join(store.files(name, version), entry.file)))
    .map(({ name, version, entry }) => new SetRefusal('missing', `${name}@${version}: ${entry.file} is missing.`));

/** Why a part of the set cannot be shown, first of all that it was changed; undefined if all of it can be. */
const brokenPart = (store: Store, { broken, signed }: Releases): SetRefusal | undefined => {
  const all = [...broken, ...missingFiles(store, signed)];
  return all.find(({ code }) => code === 'changed') ?? all[0];
};

/** Changes when the file is written; undefined if it is gone. */
const stampOf = (file: string): string | undefined => {
  if (!existsSync(file)) return undefined;
  const { mtimeMs, size, ino } = statSync(file);
  return `${mtimeMs} ${size} ${ino}`;
};

/** Milliseconds between two attempts to read a set that could not be used. */
const pause = 1000;
/** The same for a set of which a part could not be used. Reading it means to hash all of the shell again. */
const partPause = 60_000;
/** Milliseconds before its expiry at which a set should have been renewed. */
const soon = 2 * 86_400_000;

const problemIn = (
  { environment, now = Date.now }: Follow,
  error: unknown,
  state: 'refused' | 'partly' | 'expiring' = 'refused',
) => problemOf(error, { environment, now: now(), other: 'unreadable', state });

/** Reads the set whenever its file has changed, and keeps the last one that could be used. */
const createReader = (follow: Follow) => {
  const { file, environment, trusted, report, now = Date.now } = follow;
  const folder = dirname(file);
  const memory = servedMemory(folder, environment);
  let seen = '';
  let tried = 0;
  let served: Releases | undefined;
  let problem: SetProblem | undefined;
  /** What was reported about the set as it is in the file now. */
  const reported = new Set<string>();
  const refuse = (error: unknown) => {
    const refused = problemIn(follow, error);
    if (refused.why !== problem?.why) report(`The release set in ${file} cannot be used: ${refused.why}`);
    problem = refused;
  };
  const refresh = () => {
    const stamp = stampOf(file);
    if (stamp === undefined) {
      if (served) refuse(new SetRefusal('missing', 'It no longer exists.'));
      return;
    }
    // What could not be used may work again with the same set, for example when a disk is back.
    const isBroken = problem !== undefined || (served !== undefined && served.broken.length > 0);
    const again = isBroken && Math.abs(now() - tried) >= (problem ? pause : partPause);
    if (stamp === seen && !again) return;
    const lines: string[] = [];
    const isSame = stamp === seen;
    if (!isSame) reported.clear();
    seen = stamp;
    tried = now();
    try {
      const least = Math.max(memory.highest(), floorIn(folderFloor(folder, environment), environment, trusted));
      served = load({ ...follow, report: (line) => lines.push(line) }, least, now());
      memory.store(served.signed.serial);
      problem = undefined;
    } catch (error) {
      if (!isSame) problem = undefined;
      refuse(error);
    }
    if (isSame && problem) return;
    for (const line of lines.filter((one) => !reported.has(one))) {
      reported.add(line);
      report(line);
    }
  };
  return {
    read(): Releases | undefined {
      refresh();
      return served;
    },
    problem: () => problem,
    /** The set can no longer be used. From now on it is also read again while its file stays the same. */
    fail(why: SetProblem) {
      problem = why;
    },
  };
};

/**
 * Follows the release set in a file. It is read again when the file has changed, so a pin takes effect at the next page
 * load. A set that is unreadable, not signed by a trusted key, of another environment, older than a set that was
 * signed, or expired is reported once, and the last good set is served until it expires.
 */
export const followRelease = (follow: Follow): Following => {
  const { environment, report, now = Date.now } = follow;
  const reader = createReader(follow);
  let warned: number | undefined;
  let ended: Releases | undefined;
  const current = () => {
    const served = reader.read();
    if (!served) return undefined;
    if (hasExpired(served.signed, now())) {
      const expired = problemIn(follow, new SetRefusal('expired', expiredSentence(served.signed)));
      reader.fail(expired);
      if (ended !== served) report(`The release set of ${environment} is no longer served: ${expired.why}`);
      ended = served;
      return undefined;
    }
    if (warned !== served.signed.serial && hasExpired(served.signed, now() + soon)) {
      report(
        `The release set of ${environment} expires at ${served.signed.expires}: is \`pnpm release watch\` running?`,
      );
      warned = served.signed.serial;
    }
    return served;
  };
  return {
    current,
    problem() {
      const releases = current();
      const problem = reader.problem();
      if (problem || !releases) return problem;
      const broken = brokenPart(follow.store, releases);
      if (broken) return problemIn(follow, broken, 'partly');
      if (!hasExpired(releases.signed, now() + soon)) return undefined;
      return problemIn(follow, new SetRefusal('expiring', `It expires at ${releases.signed.expires}.`), 'expiring');
    },
  };
};
