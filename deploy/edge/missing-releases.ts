import { downloadRelease, type BucketReleases } from '../release/bucket/releases.ts';
import type { Named } from '../release/record.ts';
import { SetRefusal } from '../release/set-problem.ts';
import type { Store } from '../release/store.ts';
import { isWhole } from '../release/verify-release.ts';
import { isHashed } from './asset-files.ts';

/**
 * Fetches releases that open pages still need, or that pages of another edge request here. Resolves to false if there
 * is none.
 */
export interface MissingReleases {
  readonly fetchRelease: (release: Named) => Promise<boolean>;
  /** Fetches a release that contains a file of a package, which must be named by its content. */
  readonly fetchFile: (wanted: { readonly name: string; readonly file: string }) => Promise<boolean>;
}

/** Milliseconds during which something that was not found is not looked for again. */
const absentMs = 60_000;
const mostAbsent = 1000;

/**
 * Fetches releases into a store. Concurrent requests for a release share one download. A copy from an earlier run is
 * verified once, and downloaded again if it is damaged, for example by a power failure while it was written.
 */
export const createDownloads = (releases: BucketReleases, store: Store) => {
  const under = new Map<string, Promise<void>>();
  /** Releases that were downloaded or verified by this process, as `<name>@<version>`. */
  const whole = new Set<string>();
  const fetchWhole = async (id: string, release: Named): Promise<void> => {
    const isDamaged = !whole.has(id) && store.has(release.name, release.version) && !isWhole(store, release);
    await downloadRelease(releases, store, release, isDamaged);
    whole.add(id);
  };
  return ({ name, version }: Named): Promise<void> => {
    const id = `${name}@${version}`;
    const running = under.get(id) ?? fetchWhole(id, { name, version }).finally(() => under.delete(id));
    under.set(id, running);
    return running;
  };
};

/** The result of `work`; `otherwise` if the bucket answers that something is missing, or was changed. */
const answered = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SetRefusal) return otherwise;
    throw error;
  }
};

/** `download` fetches a release that is known to be wanted. */
export const createMissingReleases = (
  releases: BucketReleases,
  store: Store,
  download: (release: Named) => Promise<void>,
  now: () => number,
): MissingReleases => {
  const absent = new Map<string, number>();
  /** File lists of releases that are not in the store, by `<name>@<version>`. */
  const elsewhere = new Map<string, ReadonlySet<string>>();
  const found = async (id: string, search: () => Promise<boolean>): Promise<boolean> => {
    if ((absent.get(id) ?? 0) > now()) return false;
    try {
      if (await search()) return true;
    } catch {
      // A bucket that did not answer may well have it, so the next request looks again.
      return false;
    }
    if (absent.size >= mostAbsent) absent.clear();
    absent.set(id, now() + absentMs);
    return false;
  };
  const filesOf = async (release: Named): Promise<ReadonlySet<string>> => {
    const id = `${release.name}@${release.version}`;
    const known = elsewhere.get(id);
    if (known) return known;
    const files = new Set((await releases.record(release)).files.map(({ file }) => file));
    elsewhere.set(id, files);
    return files;
  };
  const fetched = (release: Named): Promise<boolean> =>
    answered(
      download(release).then(() => true),
      false,
    );
  return {
    fetchRelease: async (release) =>
      store.has(release.name, release.version) || found(`${release.name}@${release.version}`, () => fetched(release)),
    fetchFile: async ({ name, file }) => {
      // Many versions have a file of this name, and each request would download one more of them.
      if (!isHashed(file)) return false;
      return found(`${name} ${file}`, async () => {
        for (const release of await releases.names(name)) {
          if (store.has(name, release.version)) continue;
          // A release that was changed hides no file of the others.
          const files = await answered<ReadonlySet<string>>(filesOf(release), new Set());
          if (files.has(file) && (await fetched(release))) return true;
        }
        return false;
      });
    },
  };
};
