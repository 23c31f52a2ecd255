import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Lifecycles } from '@atrium/shared-kernel/remote';
import { Subject, type Observable } from 'rxjs';
import { withinBudget, withRetries } from './budget.ts';
import type { Entering, Leave } from './entering.ts';
import { PhaseError, type FailureReports } from './failure.ts';
import type { RemoteLoader } from './loader.ts';
import type { Styles } from './styles.ts';

/** The remotes of a release set by name: each with one state, wherever its modules are shown. */
export const createRemotes = (set: ReleaseSet, ports: RemotePorts): ((name: string) => Remote) => {
  const remotes = new Map(set.remotes.map((pinned) => [pinned.name, createRemote(pinned, ports)]));
  return (name) => {
    const remote = remotes.get(name);
    if (!remote) throw new Error(`The release set holds no ${name}.`);
    return remote;
  };
};

/** Modules that a person can put on the screen: mount it into an element, end it again. */
export type Mount = (release: Release, lifecycles: Lifecycles) => Promise<void>;

export interface Remote {
  readonly pinned: Release;
  /** The release in use: the pinned one, or the previous good one after a failure. */
  readonly current: Release;
  /**
   * Brings an exposed module to the screen through entry, expose and mount, each within its budget. Falls back to the
   * previous good release. Resolves with the release that mounted; rejects with the `PhaseError` of the pinned one.
   * Where `ended` turns true nobody waits any more: no further try, no report.
   */
  bring(expose: string, mount: Mount, ended?: () => boolean): Promise<Release>;
  /** Whether the code of an exposed module came already: it is shown without a network, too. */
  has(expose: string): boolean;
  /** Leaves a release that failed on the screen. True if another one is left to try. */
  abandon(release: Release, expose: string, error: PhaseError): boolean;
  /** Tells what a release threw where nobody waits for it: the screen stays. */
  threw(release: Release, expose: string, error: unknown): void;
  /** A person asked for another try: all that failed begins with the pinned release again. */
  reset(): void;
  /** Emits with each `reset`. */
  readonly reset$: Observable<void>;
  /**
   * The same remote for a module in another's slot. Where that fails, it alone is taken from the previous good release;
   * only what no module of the release can do without, its entry or a page that hung, still counts for all.
   */
  forFiller(expose: string): Remote;
}

export interface RemotePorts {
  readonly loader: RemoteLoader;
  readonly styles: Styles;
  readonly reports: FailureReports;
  /** Marks who is being brought to the screen. */
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

export const createRemote = (pinned: PinnedRelease, { loader, styles, reports, entering }: RemotePorts): Remote => {
  const releases: readonly Release[] = pinned.previous ? [pinned, pinned.previous] : [pinned];
  const reset$ = new Subject<void>();
  const came = new Set<string>();
  /** Which of the releases is in use: by all, and by fillers that had to leave theirs. */
  const all = { at: 0 };
  const apart = new Map<string, typeof all>();

  const leaveFor =
    (used: typeof all) =>
    (release: Release, expose: string, error: PhaseError): boolean => {
      const index = releases.indexOf(release);
      const recovered = index + 1 < releases.length;
      const { phase, message: reason, hung } = error;
      const failed = { remote: pinned.name, version: release.version, expose, phase, reason, recovered };
      reports.report(hung ? { ...failed, cause: 'hang' } : failed);
      const left = phase === 'entry' || hung ? all : used;
      if (recovered) left.at = Math.max(left.at, index + 1);
      return recovered;
    };

  const usedBy = (used: typeof all): Remote => {
    const current = () => releases[Math.max(all.at, used.at)] ?? pinned;
    const abandon = leaveFor(used);
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
          // Held from here on: the end of another module must not take away stylesheets that this one waits for.
          const letGo = styles.hold(release);
          let leave: Leave | undefined;
          try {
            leave = await entering.enter(release, expose);
            const lifecycles = await load({ loader, styles }, release, expose);
            came.add(release.version + expose);
            await withinBudget('mount', () => mount(release, lifecycles));
            reports.loaded({ remote: pinned.name, version: release.version, ms: performance.now() - since });
            // What it draws with its first answers counts as well.
            leave(true);
            return release;
          } catch (thrown) {
            leave?.();
            const error = asPhase(thrown);
            first ??= error;
            if (ended() || !abandon(release, expose, error)) throw first;
          } finally {
            letGo();
          }
        }
      },
      has: (expose) => came.has(current().version + expose),
      abandon,
      threw: ({ version }, expose, error) =>
        reports.fault({ remote: pinned.name, version, reason: `${expose} threw: ${asPhase(error).message}` }),
      reset() {
        for (const each of [all, ...apart.values()]) each.at = 0;
        entering.forgive?.(pinned);
        reset$.next();
      },
      reset$,
      forFiller(expose) {
        const own = apart.get(expose) ?? { at: 0 };
        apart.set(expose, own);
        return usedBy(own);
      },
    };
  };
  return usedBy(all);
};
