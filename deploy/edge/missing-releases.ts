import { downloadRelease, type BucketReleases } from '../release/bucket/releases.ts';
import type { Store } from '../release/store.ts';

export interface Named {
  readonly name: string;
  readonly version: string;
}

/**
 * Fetches releases that open pages still need, or that pages of another edge request here. Resolves to false if there
 * is none.
 */
export interface MissingReleases {
  readonly fetchRelease: (release: Named) => Promise<boolean>;
  /** Fetches a release that contains a file of a package. */
  readonly fetchFile: (wanted: { readonly name: string; readonly file: string }) => Promise<boolean>;
}

/** Milliseconds during which something that was not found is not looked for again. */
const absentMs = 60_000;
const mostAbsent = 1000;

/** Fetches releases into a store. Concurrent requests for a release share one download. */
export const createDownloads = (releases: BucketReleases, store: Store) => {
  const under = new Map<string, Promise<void>>();
  return ({ name, version }: Named): Promise<void> => {
    const id = `${name}@${version}`;
    const running =
      under.get(id) ?? downloadRelease(releases, store, { name, version }).finally(() => under.delete(id));
    under.set(id, running);
    return running;
  };
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
    if (await search().catch(() => false)) return true;
    if (absent.size >= mostAbsent) absent.clear();
    absent.set(id, now() + absentMs);
    return false;
  };
  const filesOf = async (release: Named): Promise<ReadonlySet<string>> => {
    const id = `${release.name}@${release.version}`;
    const files = elsewhere.get(id) ?? new Set((await releases.record(release)).files.map(({ file }) => file));
    elsewhere.set(id, files);
    return files;
  };
  return {
    fetchRelease: async (release) =>
      store.has(release.name, release.version) ||
      found(`${release.name}@${release.version}`, async () => {
        await download(release);
        return true;
      }),
    fetchFile: ({ name, file }) =>
      found(`${name} ${file}`, async () => {
        for (const release of await releases.names(name)) {
          if (store.has(name, release.version) || !(await filesOf(release)).has(file)) continue;
          await download(release);
          return true;
        }
        return false;
      }),
  };
};
