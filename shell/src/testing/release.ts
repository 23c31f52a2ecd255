import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { createRemoteKit, type Lifecycles } from '@atrium/shared-kernel/remote';
import type { ComponentType } from 'react';
import type { Entering } from '../remotes/marks.ts';
import type { RemoteLoader } from '../remotes/loader.ts';

type Surface = Partial<Release['contract']>;

/** A release of a remote for tests. */
export const release = (name: string, version: string, surface: Surface = {}): Release => ({
  name,
  version,
  base: `/assets/${name}/${version}/`,
  entry: { file: 'remoteEntry.js', integrity: `sha256-${'a'.repeat(43)}=` },
  kernel: '0.1.0',
  contract: { version: '0'.repeat(16), routes: [], fills: [], dialogs: [], ...surface },
  modules: {},
});

export const releaseSet = (...remotes: PinnedRelease[]): ReleaseSet => ({
  environment: 'test',
  id: 'set-1',
  shell: { name: 'shell', version: '1.0.0', base: '/assets/shell/1.0.0/', kernel: '0.1.0' },
  remotes,
});

/** Marks nothing, for tests of other behavior. */
export const noEntering: Entering = { enter: () => () => {} };

/** Standard lifecycles that write a text into their element. */
export const textModule = (text: string): Lifecycles => {
  const nothing = () => Promise.resolve();
  return {
    bootstrap: nothing,
    init: nothing,
    update: nothing,
    mount(props) {
      const { domElement } = props as { domElement: HTMLElement };
      domElement.textContent = text;
      return Promise.resolve();
    },
    unmount(props) {
      const { domElement } = props as { domElement: HTMLElement };
      domElement.textContent = '';
      return Promise.resolve();
    },
  };
};

/** The lifecycles that the kernel's remote-kit makes of a component. */
export const componentModule = (name: `mf-${string}`, component: ComponentType): Lifecycles =>
  createRemoteKit({
    name,
    exposes: {},
    routes: [],
    fills: [],
    dialogs: [],
    opens: [],
    emits: [],
    handles: [],
    calls: [],
  }).lifecycles(component);

export const never = <T>(): Promise<T> => new Promise<T>(() => {});

type Load = (release: Release, expose: string) => Partial<Lifecycles> | Promise<Partial<Lifecycles>>;

export interface FakeLoader extends RemoteLoader {
  readonly entries: string[];
  readonly exposes: string[];
}

/** Loads remotes from functions, by name and version: no federation. */
export const fakeLoader = (load: Load, entry: (release: Release) => Promise<void> = () => Promise.resolve()) => {
  const loader: FakeLoader = {
    entries: [],
    exposes: [],
    prepare: () => {},
    entry(of) {
      loader.entries.push(`${of.name}@${of.version}`);
      return entry(of);
    },
    async expose(of, expose) {
      loader.exposes.push(`${of.name}@${of.version}${expose.slice(1)}`);
      return load(of, expose);
    },
  };
  return loader;
};
