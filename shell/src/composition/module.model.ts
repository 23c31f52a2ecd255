import type { Release } from '@atrium/shared-kernel/contracts/release-set';
import type { Behavior, Host, Lifecycles, MountProps } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import { budgets } from '../remotes/budget.ts';
import type { Entry } from '../remotes/directory.ts';
import { PhaseError, type Phase } from '../remotes/failure.ts';
import { asPhase, type Mount } from '../remotes/remote.model.ts';
import type { Styles } from '../remotes/styles.ts';
import type { MountParcel } from './root-parcel.ts';

export type ModuleState =
  | { readonly kind: 'loading'; readonly slow: boolean }
  | { readonly kind: 'shown'; readonly release: Release }
  | { readonly kind: 'failed'; readonly remote: string; readonly version: string; readonly phase: Phase };

/** A module as those who develop it see it: its release, its name and where it draws. */
export interface Watched {
  readonly release: Release;
  readonly expose: string;
  readonly element: HTMLElement;
}

/** What the shell has for every module that it mounts. */
export interface Stage {
  readonly host: Host;
  /** The host as this module gets it, where somebody watches what it does. */
  readonly watch?: (host: Host, of: Watched) => Host;
  readonly mountParcel: MountParcel;
  readonly styles: Styles;
}

interface Placement extends Entry {
  readonly container: HTMLElement;
  readonly input?: unknown;
  readonly close?: (result?: unknown) => void;
}

export interface MountedModule {
  readonly state$: Behavior<ModuleState>;
  /** Another try, also for the other modules of this remote that failed. */
  readonly retry: () => void;
  readonly end: () => void;
}

let instances = 0;

interface MountedParcel {
  /** Settles with the mount: rejects where it fails. */
  readonly mounted: Promise<void>;
  /** Removes it from the screen; a mount that hangs is unmounted once it settles. */
  readonly drop: () => void;
}

const ignore = () => undefined;

interface Troubles {
  /** An error while it is shown. */
  readonly onBreak: (error: PhaseError) => void;
  /** An error as it ends, or later. */
  readonly onLate: (error: unknown) => void;
}

/** Mounts one release into an element of its own. */
const mountRelease = (
  { host, watch, mountParcel, styles }: Stage,
  { expose, container, input, close }: Placement,
  release: Release,
  lifecycles: Lifecycles,
  { onBreak, onLate }: Troubles,
): MountedParcel => {
  const element = document.createElement('div');
  element.className = 'module';
  element.dataset['release'] = `${release.name}@${release.version}`;
  container.append(element);
  const releaseStyles = styles.hold(release);
  const failure = Promise.withResolvers<never>();
  let shown = false;
  let dropped = false;
  const name = `${release.name}@${release.version}/${expose.replace('./', '')}#${++instances}`;
  const props: Omit<MountProps, 'name'> = {
    host: watch ? watch(host, { release, expose, element }) : host,
    instance: { remote: release.name, version: release.version, expose },
    input: input ?? {},
    configuration: release.configuration,
    ...(close ? { close } : {}),
    onFailure(error) {
      const failed = new PhaseError('render', error);
      if (dropped) onLate(error);
      else if (shown) onBreak(failed);
      else failure.reject(failed);
    },
  };
  const parcel = mountParcel(
    {
      name,
      bootstrap: (given) => lifecycles.bootstrap(given),
      mount: (given) => lifecycles.mount(given),
      unmount: (given) => lifecycles.unmount(given),
    },
    { ...props, domElement: element },
  );
  for (const promise of [parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise]) promise.catch(ignore);
  return {
    mounted: (async () => {
      await Promise.race([parcel.mountPromise, failure.promise]);
      shown = true;
    })(),
    drop() {
      if (dropped) return;
      dropped = true;
      element.remove();
      const gone = parcel.mountPromise.then(() => parcel.unmount());
      if (parcel.getStatus() === 'MOUNTED') gone.catch(onLate).then(releaseStyles, releaseStyles);
      else {
        gone.catch(ignore);
        releaseStyles();
      }
    },
  };
};

/** An exposed module in its place on the screen: loads, mounts, falls back, fails on its own, and ends without a trace. */
export const createModule = (stage: Stage, place: Placement): MountedModule => {
  const { remote, expose } = place;
  const state$ = new BehaviorSubject<ModuleState>({ kind: 'loading', slow: false });
  let ended = false;
  let slow: ReturnType<typeof setTimeout> | undefined;
  let discard = () => {};

  const mount: Mount = async (release, lifecycles) => {
    discard();
    if (ended) return;
    const { mounted, drop } = mountRelease(stage, place, release, lifecycles, {
      onBreak: (error) => breakDown(release, error),
      onLate: (error) => remote.threw(release, expose, error),
    });
    discard = drop;
    try {
      await mounted;
    } catch (error) {
      drop();
      throw error;
    } finally {
      if (ended) drop();
    }
  };

  const fail = ({ name, version }: Release, { phase }: PhaseError) =>
    state$.next({ kind: 'failed', remote: name, version, phase });

  const run = async () => {
    state$.next({ kind: 'loading', slow: false });
    clearTimeout(slow);
    slow = setTimeout(() => state$.next({ kind: 'loading', slow: true }), budgets.slow);
    try {
      const release = await remote.bring(expose, mount, () => ended);
      if (!ended) state$.next({ kind: 'shown', release });
    } catch (error) {
      discard();
      if (!ended) fail(remote.pinned, asPhase(error));
    } finally {
      clearTimeout(slow);
    }
  };

  const breakDown = (release: Release, error: PhaseError) => {
    discard();
    if (remote.abandon(release, expose, error)) void run();
    else fail(release, error);
  };

  void run();
  const resets = remote.reset$.subscribe(() => {
    if (state$.value.kind === 'failed') void run();
  });
  return {
    state$,
    retry: () => remote.reset(),
    end() {
      ended = true;
      resets.unsubscribe();
      clearTimeout(slow);
      discard();
    },
  };
};
