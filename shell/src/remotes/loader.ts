import type { Lifecycles } from '@atrium/shared-kernel/remote';
import type { Release } from '@atrium/shared-kernel/contracts/release-set';

/** How code of a remote arrives: by federation in the product, by plain imports in tests. */
export interface RemoteLoader {
  /** Has the files of an exposed module fetched, while the entry of its release is on its way. */
  prepare(release: Release, expose: string): void;
  /** Fetches and runs the entry script of a release. */
  entry(release: Release): Promise<void>;
  /** Loads an exposed module, `./chat-screen`, of a release whose entry ran. */
  expose(release: Release, expose: string): Promise<Partial<Lifecycles>>;
}
