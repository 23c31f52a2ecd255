import { pinnedRelease, type Release, type ReleaseSet, releaseSet } from '@atrium/shared-kernel/contracts/release-set';
import * as z from 'zod/mini';
import type { RemoteLoader } from './loader.ts';

/** Remotes of a set that are not valid, each with the sentence that says why. */
export type Refused = ReadonlyMap<Release, string>;

const outerSchema = () => z.extend(releaseSet(), { remotes: z.array(z.unknown()) });
/** The part of a refused remote that is needed to show in its routes and slots that it is refused. */
const known = () => z.object({ name: z.string(), version: z.string(), contract: pinnedRelease().shape.contract });

const pathsOf = ({ issues }: { issues: readonly { path: PropertyKey[] }[] }) =>
  issues.map(({ path }) => path.join('.')).join(', ');

/**
 * Reads the release set that the edge inlined into the page. A remote without a hash, or otherwise invalid, is refused
 * and never repaired: it stays in the set, so that its routes and slots say so while the others work. Each is logged.
 * Throws if the set itself is invalid.
 */
export const readReleaseSet = (
  document: Document,
  log: (line: string) => void,
): { readonly set: ReleaseSet; readonly refused: Refused } => {
  const text = document.querySelector('#release-set')?.textContent;
  if (!text) throw new Error('This page contains no release set.');
  const outer = outerSchema().safeParse(JSON.parse(text));
  if (!outer.success) throw new Error(`The release set of this page is not valid: ${pathsOf(outer.error)}.`);
  const refused = new Map<Release, string>();
  // Made once, since making a schema costs more than checking a remote, and a set has many remotes.
  const pinned = pinnedRelease();
  const remotes = outer.data.remotes.flatMap((given, at) => {
    const result = pinned.safeParse(given);
    if (result.success) return [result.data];
    const reason = `the release set contains no valid release: ${pathsOf(result.error)}`;
    const partial = known().safeParse(given);
    log(`remote ${partial.success ? partial.data.name : at}: ${reason}`);
    if (!partial.success) return [];
    const release = { ...partial.data, base: '', entry: { file: '', integrity: '' }, kernel: '', modules: {} };
    refused.set(release, reason);
    return [release];
  });
  return { set: { ...outer.data, remotes }, refused };
};

/** The same loader, which rejects releases that were refused. */
export const withoutRefused = (loader: RemoteLoader, refused: Refused): RemoteLoader => ({
  ...loader,
  async entry(release) {
    const reason = refused.get(release);
    if (reason !== undefined) throw new Error(reason);
    return loader.entry(release);
  },
});
