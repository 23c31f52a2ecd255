import type { Named } from '../release/record.ts';

const firstPause = 1000;
const mostPause = 60_000;
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface Fallbacks {
  readonly download: (release: Named) => Promise<void>;
  /** Receives a sentence for each release that could not be downloaded at first. */
  readonly report: (problem: string) => void;
  readonly now: () => number;
}

/**
 * Downloads the releases that a set can be served without: those that it falls back to, and those that few browsers get.
 * What could not be downloaded is tried again at the next poll, and then less and less often, because something that is
 * missing or was changed may stay so.
 */
export const createFallbacks = ({ download, report, now }: Fallbacks) => {
  let owed: readonly Named[] = [];
  let pause = 0;
  let next = 0;
  /** Gives what still could not be downloaded. */
  const tried = async (releases: readonly Named[], onFailure: (error: unknown) => void): Promise<Named[]> => {
    const results = await Promise.allSettled(releases.map(download));
    return releases.filter((_, at) => {
      const result = results[at];
      if (result?.status === 'rejected') onFailure(result.reason);
      return result?.status === 'rejected';
    });
  };
  return {
    /** Downloads those of a new set, in place of those of the set before. */
    async follow(releases: readonly Named[]): Promise<void> {
      [pause, next] = [0, 0];
      owed = await tried(releases, (error) => report(sentence(error)));
    },
    /** Tries again what is missing, if it is time. Gives whether something has arrived. */
    async retry(): Promise<boolean> {
      if (owed.length === 0 || now() < next) return false;
      const before = owed.length;
      owed = await tried(owed, () => {});
      pause = pause === 0 ? firstPause : Math.min(mostPause, 2 * pause);
      next = now() + pause;
      return owed.length < before;
    },
  };
};
