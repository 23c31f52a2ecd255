import { environmentsFolder } from '../../release/environment.ts';
import { missingApi } from '../../release/deployable.ts';
import { usedKernelApi } from '../../release/kernel-api.ts';
import { vendoredRelease } from '../../release/vendored-releases.ts';
import type { Store } from '../../release/store.ts';

/** The record of a published shell: from the store, else what was kept beside the pins; undefined where there is none. */
const recordOf = (store: Store, version: string, kept: string) => {
  try {
    return store.has('shell', version) ? store.read('shell', version) : vendoredRelease(kept, 'shell', version);
  } catch {
    return undefined;
  }
};

/**
 * What the sources of a remote take and an older shell does not give, a sentence each; empty where nothing is known of
 * that shell. `root`: the remote's folder; `kept`: the folder of the pins.
 */
export const unfitFor = (root: string, shell: string, store: Store, kept = environmentsFolder): string[] =>
  missingApi(usedKernelApi(root), recordOf(store, shell, kept)?.contract.gives).map(
    (missing) => `It ${missing} in version ${shell}: what needs it will fail.`,
  );
