import { floorOf, type ReleaseContext, servedText } from '../commands/command.ts';
import type { TrustedKey } from '../keys.ts';
import { readSignedSet, refusalOf, type SignedSet } from '../signed-set.ts';

/** The set that is served now, if edges accept it. */
export const servedSet = async (
  context: ReleaseContext,
  environment: string,
  trusted: readonly TrustedKey[],
  now = Date.now(),
  read: typeof readSignedSet = readSignedSet,
): Promise<SignedSet> => {
  const text = await servedText(context, environment);
  if (text === undefined) throw new Error(`Nothing is served for ${environment} yet.`);
  const set = read(text, trusted);
  const refusal = refusalOf(set, { environment, least: await floorOf(context, environment), now });
  if (refusal) throw refusal;
  return set;
};

/** The environment's history after a step, the oldest first, and the number of steps. */
export const stepsOf = async ({ registry }: ReleaseContext, environment: string, after: number) => {
  const history = await registry.history(environment);
  const number = history[0]?.number ?? 0;
  const changes = history
    .filter((one) => one.number > after)
    .toReversed()
    .flatMap(({ by, why, changes: all }) =>
      all.map(
        ({ part, from = 'nothing', to = 'nothing', how }) =>
          `${by}: ${how}, ${part} ${from} → ${to}${why ? ` (${why})` : ''}`,
      ),
    );
  return { number, changes };
};
