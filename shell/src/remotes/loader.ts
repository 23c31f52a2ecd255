import type { Lifecycles } from '@atrium/shared-kernel/remote';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** Loads the code of remotes: by Module Federation in the product, by plain imports in tests. */
export interface RemoteLoader {
  /** Fetches the files of an exposed module while the entry of its release is still loading. */
  prepare(release: Release, expose: string): void;
  /** Fetches and runs the entry script of a release. */
  entry(release: Release): Promise<void>;
  /** Loads an exposed module, `./chat-screen`, of a release whose entry ran. */
  expose(release: Release, expose: string): Promise<Partial<Lifecycles>>;
}
