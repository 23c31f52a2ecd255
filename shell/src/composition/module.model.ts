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

/** A module as the developer tools see it: its release, its name and the element that it renders into. */
export interface Watched {
  readonly release: Release;
  readonly expose: string;
  readonly element: HTMLElement;
}

/** What the shell provides to each module that it mounts. */
export interface Stage {
  readonly host: Host;
  /** Wraps the host for one module, to record what the module does. */
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
  /** Tries again, along with the other modules of this remote that failed. */
  readonly retry: () => void;
  readonly end: () => void;
}

let instances = 0;

interface MountedParcel {
  /** Resolves once the module is mounted. Rejects if that fails. */
  readonly mounted: Promise<void>;
  /** Removes the module from the screen. A mount that hangs is unmounted once it settles. */
  readonly drop: () => void;
}

const ignore = () => undefined;

interface ErrorHandlers {
  /** Called for an error while the module is shown. */
  readonly onError: (error: PhaseError) => void;
  /** Called for an error during the unmount or later. */
  readonly onLateError: (error: unknown) => void;
}

/** Mounts one release into an element of its own. */
const mountRelease = (
  { host, watch, mountParcel, styles }: Stage,
  { expose, container, input, close }: Placement,
  release: Release,
  lifecycles: Lifecycles,
  { onError, onLateError }: ErrorHandlers,
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
      if (dropped) onLateError(error);
      else if (shown) onError(failed);
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
      const unmounted = parcel.mountPromise.then(() => parcel.unmount());
      if (parcel.getStatus() === 'MOUNTED') unmounted.catch(onLateError).then(releaseStyles, releaseStyles);
      else {
        unmounted.catch(ignore);
        releaseStyles();
      }
    },
  };
};

/**
 * Shows an exposed module in a container: loads and mounts it, falls back to the previous release if it fails, and
 * leaves nothing behind when it ends. Its failure affects no other module.
 */
export const createModule = (stage: Stage, placement: Placement): MountedModule => {
  const { remote, expose } = placement;
  const state$ = new BehaviorSubject<ModuleState>({ kind: 'loading', slow: false });
  let ended = false;
  let slow: ReturnType<typeof setTimeout> | undefined;
  let discard = () => {};

  const mount: Mount = async (release, lifecycles) => {
    discard();
    if (ended) return;
    const { mounted, drop } = mountRelease(stage, placement, release, lifecycles, {
      onError: (error) => failOrFallBack(release, error),
      onLateError: (error) => remote.threw(release, expose, error),
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

  const failOrFallBack = (release: Release, error: PhaseError) => {
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
