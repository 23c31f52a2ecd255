import { dirname } from 'node:path';
import type { Bucket } from '../release/bucket/bucket.ts';
import { bucketSets } from '../release/bucket/context.ts';
import { bucketFloors } from '../release/bucket/floors.ts';
import { bucketReleases } from '../release/bucket/releases.ts';
import { highestFloor, servedMemory } from '../release/floors.ts';
import type { Version } from '../release/documents.ts';
import type { TrustedKey } from '../release/keys.ts';
import type { Named } from '../release/record.ts';
import type { EnvironmentSet } from '../release/release-set.ts';
import { readSignedSet, refusalOf, setFile } from '../release/signed-set.ts';
import { problemOf, type SetProblem, SetRefusal } from '../release/set-problem.ts';
import { openStore } from '../release/store.ts';
import { writeAtomically } from '../release/write-atomically.ts';
import { createFallbacks } from './fallbacks.ts';
import { type MissingReleases, createDownloads, createMissingReleases } from './missing-releases.ts';

interface Following {
  readonly bucket: Bucket;
  readonly environment: string;
  /** Folder of the edge, into which releases and the set are downloaded, and from which they are served. */
  readonly data: string;
  readonly trusted: readonly TrustedKey[];
  readonly report: (problem: string) => void;
}

export interface BucketFollower extends MissingReleases {
  /** Checks once whether there is a new set, and serves it when all of it has been downloaded. */
  readonly poll: () => Promise<void>;
  /** Why the bucket's current set is not served; undefined if it is. */
  readonly problem: () => SetProblem | undefined;
  /** Polls again `ms` after each poll, until the returned function is called. */
  readonly start: (ms: number) => () => void;
}

const withCanary = (one: EnvironmentSet['remotes'][number]): Named[] =>
  one.canary ? [one, one.canary.release] : [one];

/** The releases that a set needs, and those that it falls back to or that few users see. */
const releasesOf = ({ shell, remotes, previews = [] }: EnvironmentSet): { needed: Named[]; previous: Named[] } => {
  const served = remotes.filter(({ disabled }) => !disabled);
  return {
    needed: [shell, ...served.flatMap(withCanary)],
    // Nobody gets a disabled remote, but open pages still use it.
    previous: [
      ...[shell, ...remotes].flatMap(({ previous }) => (previous ? [previous] : [])),
      ...remotes.filter(({ disabled }) => disabled).flatMap(withCanary),
      ...previews.map(({ release }) => release),
    ],
  };
};

/**
 * Keeps an edge's folder up to date with a bucket's set for an environment. A set that is not signed by a trusted key,
 * of another environment, older than a set that was signed, expired, or changed in any byte is reported once and not
 * served: the set before stays until it expires. It also stays while the bucket is unavailable.
 */
export const followBucket = (following: Following, now = Date.now): BucketFollower => {
  const { bucket, environment, data, trusted, report } = following;
  const sets = bucketSets(bucket);
  const releases = bucketReleases(bucket);
  const floors = bucketFloors(bucket);
  const store = openStore(`${data}/store`);
  const download = createDownloads(releases, store);
  const fallbacks = createFallbacks({ download, report, now });
  let served: Version | undefined;
  let problem: SetProblem | undefined;

  const refuse = (error: unknown) => {
    const refused = problemOf(error, { environment, now: now(), other: 'unreachable' });
    if (refused.why !== problem?.why)
      report(`The release set of ${environment} in ${bucket.name} cannot be served: ${refused.why}`);
    problem = refused;
  };
  const poll = async () => {
    try {
      const latest = await sets.read(`${environment}.json`);
      if (!latest && served) throw new SetRefusal('missing', 'It no longer exists.');
      if (!latest || latest.tag === served?.tag) {
        problem = undefined;
        // Written once more, so that it is read again, now with what has arrived.
        if (served && (await fallbacks.retry())) writeAtomically(setFile(data, environment), served.text);
        return;
      }
      const set = readSignedSet(latest.text, trusted);
      const known = servedMemory(dirname(setFile(data, environment)), environment).highest();
      const least = Math.max(known, await highestFloor(floors, environment, trusted));
      const refusal = refusalOf(set, { environment, least, now: now() });
      if (refusal) throw refusal;
      const { needed, previous } = releasesOf(set);
      for (const one of needed) await download(one);
      await fallbacks.follow(previous);
      writeAtomically(setFile(data, environment), latest.text);
      served = latest;
      problem = undefined;
    } catch (error) {
      refuse(error);
    }
  };
  return {
    poll,
    problem: () => problem,
    ...createMissingReleases(releases, store, download, now),
    start(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let stopped = false;
      const turn = async () => {
        await poll();
        if (!stopped) timer = setTimeout(() => void turn(), ms);
      };
      void turn();
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
};
