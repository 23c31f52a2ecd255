import { type ReleaseContext, servedText } from './commands/command.ts';
import { canaryOf, type Environment } from './environment.ts';
import { trustedKeys } from './keys.ts';
import { servedSet } from './operators/served.ts';
import { withGoodPrevious } from './previous.ts';
import { type EnvironmentSet, idOf, resolveReleaseSet } from './release-set.ts';
import { SetRefusal } from './set-problem.ts';
import type { SignedSet } from './signed-set.ts';

/** How the history names a canary that a watch ended. */
export const byItself = 'rollback by itself';

/** The set that edges serve; undefined if they refuse it. */
const acceptedSet = async (context: ReleaseContext, environment: string): Promise<SignedSet | undefined> => {
  try {
    return await servedSet(context, environment, trustedKeys(context.data));
  } catch (error) {
    if (error instanceof SetRefusal) return undefined;
    throw error;
  }
};

/** Remotes with a canary that is served but not pinned. */
const endedIn = ({ remotes }: EnvironmentSet, pins: Environment): ReadonlySet<string> =>
  new Set(
    remotes
      .filter(({ canary, share }) => canary !== undefined || share !== undefined)
      .map(({ name }) => name)
      .filter((name) => canaryOf(pins.remotes[name]) === undefined),
  );

const withoutCanaries = (set: EnvironmentSet, names: ReadonlySet<string>): EnvironmentSet['remotes'] =>
  set.remotes
    .filter(({ name, share }) => share === undefined || !names.has(name))
    .map((remote) => {
      const { canary: _, ...stable } = remote;
      return names.has(remote.name) ? stable : remote;
    });

/**
 * Whether canaries have ended that are still served; undefined if edges refuse the served set. This follows from set and
 * pins alone, because the history lacks the step if its write failed after the pins were written. The pins have to be
 * what is served without these canaries: write access to pins gets nothing else signed.
 */
export const endedUnserved = async (context: ReleaseContext, environment: string): Promise<boolean | undefined> => {
  const { registry, store, built, refresh } = context;
  if ((await servedText(context, environment)) === undefined) return false;
  const set = await acceptedSet(context, environment);
  if (!set) return undefined;
  const pins = await registry.read(environment);
  const names = endedIn(set, pins);
  if (names.size === 0) return false;
  await refresh?.();
  const pinned = resolveReleaseSet(await withGoodPrevious(registry, pins), store, built(environment));
  // What only the canary claimed is owned by nobody after it.
  const ownsNoMore = Object.entries(pinned.owners).every(([claim, owners]) =>
    owners.every((owner) => set.owners[claim]?.includes(owner)),
  );
  const expected = { ...set, owners: pinned.owners, remotes: withoutCanaries(set, names) };
  return set.id !== pinned.id && ownsNoMore && idOf(expected) === pinned.id;
};
