import type { Documents } from './documents.ts';
import type { SigningKey } from './keys.ts';
import type { Registry } from './registry.ts';
import { resolveReleaseSet, type WorkspaceVersions } from './release-set.ts';
import { signedSetText } from './signed-set.ts';
import type { Store } from './store.ts';

export interface Serving {
  readonly registry: Registry;
  readonly store: Store;
  /** Holds what edges serve: `<environment>.json`. */
  readonly sets: Documents;
  readonly key: () => SigningKey;
  /** Versions that stand for `workspace` pins. */
  readonly built: (environment: string) => WorkspaceVersions;
  /** Makes the store know what others published meanwhile. */
  readonly refresh?: () => Promise<void>;
}

const tries = 50;

/**
 * Signs what an environment pins at this moment and hands it to its edges. The pins are read after the set that is
 * replaced, so of two who do so at once the last one has the pins of both. Throws a sentence where something pinned is
 * not published.
 */
export const serveSet = async (serving: Serving, environment: string): Promise<void> => {
  const { registry, store, sets, key, built, refresh } = serving;
  const name = `${environment}.json`;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = await sets.read(name);
    const pins = await registry.read(environment);
    await refresh?.();
    const text = signedSetText(resolveReleaseSet(pins, store, built(environment)), key());
    if (text === before?.text || (await sets.swap(name, text, before?.tag))) return;
  }
  throw new Error(`The set of ${environment} was signed by others ${tries} times meanwhile: sign it once more.`);
};
