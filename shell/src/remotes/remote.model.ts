import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Lifecycles } from '@atrium/shared-kernel/remote';
import { Subject, type Observable } from 'rxjs';
import { withinBudget, withRetries } from './budget.ts';
import type { Entering, Leave } from './marks.ts';
import { PhaseError, type FailureReports } from './failure.ts';
import type { RemoteLoader } from './loader.ts';
import type { Styles } from './styles.ts';

/** The remotes of a release set by name: each with one state, wherever its modules are shown. */
export const createRemotes = (set: ReleaseSet, ports: RemotePorts): ((name: string) => Remote) => {
  const remotes = new Map(set.remotes.map((pinned) => [pinned.name, createRemote(pinned, ports)]));
  return (name) => {
    const remote = remotes.get(name);
    if (!remote) throw new Error(`The release set does not contain ${name}.`);
    return remote;
  };
};

/** Mounts the lifecycles of a release on the screen. */
export type Mount = (release: Release, lifecycles: Lifecycles) => Promise<void>;

export interface Remote {
  readonly pinned: Release;
  /** The release in use: the pinned one, or the previous good one after a failure. */
  readonly current: Release;
  /**
   * Brings an exposed module to the screen through entry, expose and mount, each within its budget. Falls back to the
   * previous good release. Resolves with the release that mounted; rejects with the `PhaseError` of the pinned one.
   * Once `ended` answers true, nothing is retried or reported.
   */
  bring(expose: string, mount: Mount, ended?: () => boolean): Promise<Release>;
  /** Whether the code of an exposed module is loaded, so that it can be shown offline. */
  has(expose: string): boolean;
  /** Gives up a release that failed on the screen. True if there is another one to try. */
  abandon(release: Release, expose: string, error: PhaseError): boolean;
  /** Reports what a release threw after it was mounted; the screen stays. */
  threw(release: Release, expose: string, error: unknown): void;
  /** Somebody pressed Retry: everything that failed starts with the pinned release again. */
  reset(): void;
  /** Emits with each `reset`. */
  readonly reset$: Observable<void>;
  /**
   * The same remote for a module in the slot of another remote. If that module fails, it alone falls back to the previous
   * good release. A failed entry and a page that hung concern the whole release.
   */
  forFiller(expose: string): Remote;
}

export interface RemotePorts {
  readonly loader: RemoteLoader;
  readonly styles: Styles;
  readonly reports: FailureReports;
  /** Marks the module that is being mounted, to find the one that hangs the page. */
  readonly entering: Entering;
}

const isComplete = (module: Partial<Lifecycles>): module is Lifecycles => Boolean(module.mount && module.unmount);

export const asPhase = (error: unknown) => (error instanceof PhaseError ? error : new PhaseError('mount', error));

const load = async (
  { loader, styles }: Pick<RemotePorts, 'loader' | 'styles'>,
  release: Release,
  expose: string,
): Promise<Lifecycles> => {
  loader.prepare(release, expose);
  await withRetries(() => withinBudget('entry', () => loader.entry(release)));
  return withRetries(() =>
    withinBudget('expose', async () => {
      const module = await loader.expose(release, expose);
      if (!isComplete(module)) throw new Error('the module exports no lifecycles');
      await styles.restored(release);
      return module;
    }),
  );
};

interface Attempt {
  readonly release: Release;
  readonly expose: string;
  readonly mount: Mount;
  /** Called once the code of the module is loaded. */
  readonly onLoaded: () => void;
}

/** Loads and mounts one module of one release. */
const attempt = async (ports: RemotePorts, { release, expose, mount, onLoaded }: Attempt): Promise<void> => {
  // Stylesheets are held while loading, so that the end of another module cannot remove them meanwhile.
  const releaseStyles = ports.styles.hold(release);
  let leave: Leave | undefined;
  try {
    leave = await ports.entering.enter(release, expose);
    const lifecycles = await load(ports, release, expose);
    onLoaded();
    await withinBudget('mount', () => mount(release, lifecycles));
    // The mark stays a moment longer, until the module has rendered its first answers.
    leave(true);
  } catch (error) {
    leave?.();
    throw error;
  } finally {
    releaseStyles();
  }
};

export const createRemote = (pinned: PinnedRelease, ports: RemotePorts): Remote => {
  const { reports, entering } = ports;
  const releases: readonly Release[] = pinned.previous ? [pinned, pinned.previous] : [pinned];
  const reset$ = new Subject<void>();
  const loadedModules = new Set<string>();
  /** The index of the release in use: for the whole remote, and for fillers that fell back on their own. */
  const shared = { index: 0 };
  const byFiller = new Map<string, typeof shared>();

  const abandonFor =
    (used: typeof shared) =>
    (release: Release, expose: string, error: PhaseError): boolean => {
      const index = releases.indexOf(release);
      const recovered = index + 1 < releases.length;
      const { phase, message: reason, hung } = error;
      const failed = { remote: pinned.name, version: release.version, expose, phase, reason, recovered };
      reports.report(hung ? { ...failed, cause: 'hang' } : failed);
      const abandoning = phase === 'entry' || hung ? shared : used;
      if (recovered) abandoning.index = Math.max(abandoning.index, index + 1);
      return recovered;
    };

  const usedBy = (used: typeof shared): Remote => {
    const current = () => releases[Math.max(shared.index, used.index)] ?? pinned;
    const abandon = abandonFor(used);
    return {
      pinned,
      get current() {
        return current();
      },
      async bring(expose, mount, ended = () => false) {
        let first: PhaseError | undefined;
        const since = performance.now();
        for (;;) {
          const release = current();
          try {
            await attempt(ports, {
              release,
              expose,
              mount,
              onLoaded: () => loadedModules.add(release.version + expose),
            });
            reports.loaded({ remote: pinned.name, version: release.version, ms: performance.now() - since });
            return release;
          } catch (thrown) {
            const error = asPhase(thrown);
            first ??= error;
            if (ended() || !abandon(release, expose, error)) throw first;
          }
        }
      },
      has: (expose) => loadedModules.has(current().version + expose),
      abandon,
      threw: ({ version }, expose, error) =>
        reports.fault({ remote: pinned.name, version, reason: `${expose} threw: ${asPhase(error).message}` }),
      reset() {
        for (const each of [shared, ...byFiller.values()]) each.index = 0;
        entering.forgive?.(pinned);
        reset$.next();
      },
      reset$,
      forFiller(expose) {
        const own = byFiller.get(expose) ?? { index: 0 };
        byFiller.set(expose, own);
        return usedBy(own);
      },
    };
  };
  return usedBy(shared);
};
