import type { ReleaseContext } from './commands/command.ts';
import { trustedKeys } from './keys.ts';
import { servedSet } from './operators/served.ts';
import { withGoodPrevious } from './previous.ts';
import { type EnvironmentSet, idOf, resolveReleaseSet } from './release-set.ts';

/** How the history names a canary that a watch ended. */
export const byItself = 'rollback by itself';

const withoutCanaries = (set: EnvironmentSet, names: ReadonlySet<string>): EnvironmentSet['remotes'] =>
  set.remotes
    .filter(({ name, share }) => share === undefined || !names.has(name))
    .map((remote) => {
      const { canary: _, ...stable } = remote;
      return names.has(remote.name) ? stable : remote;
    });

/**
 * Whether a watch that was stopped has ended canaries that are still served. The pins have to be what is served without
 * them: write access to pins and history alone gets nothing else signed.
 */
export const endedUnserved = async (context: ReleaseContext, environment: string): Promise<boolean> => {
  const { registry, store, built, data } = context;
  const [last] = await registry.history(environment);
  const names = new Set((last?.changes ?? []).flatMap(({ how, part }) => (how === byItself ? [part] : [])));
  if (names.size === 0) return false;
  const set = await servedSet(context, environment, trustedKeys(data));
  const pins = await withGoodPrevious(registry, await registry.read(environment));
  const pinned = resolveReleaseSet(pins, store, built(environment));
  // What only the canary claimed is owned by nobody after it.
  const ownsNoMore = Object.entries(pinned.owners).every(([claim, owners]) =>
    owners.every((owner) => set.owners[claim]?.includes(owner)),
  );
  const expected = { ...set, owners: pinned.owners, remotes: withoutCanaries(set, names) };
  return set.id !== pinned.id && ownsNoMore && idOf(expected) === pinned.id;
};
