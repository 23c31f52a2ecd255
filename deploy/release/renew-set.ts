import { highestFloor } from './floors.ts';
import { type EnvironmentSet, idOf } from './release-set.ts';
import { clock, currentSet, keysOf, lifetime, serveSet, type Serving, signOver } from './serve-set.ts';
import { expiredSentence, hasExpired } from './signed-set.ts';
import { stillPinnedSentence } from './withdrawn.ts';

/** Part of its lifetime after which a set is renewed. */
const renewAfter = 1 / 14;

/**
 * The set without withdrawn canaries and versions to fall back to. Throws if a version for all browsers was withdrawn.
 */
const withoutWithdrawn = async (
  { registry: { withdrawn } }: Serving,
  { environment, owners, flags, previews = [], shell, remotes }: EnvironmentSet,
): Promise<EnvironmentSet> => {
  const isWithdrawn = async (name: string, version: string | undefined) =>
    version !== undefined && (await withdrawn(name, version)) !== undefined;
  for (const { name, version } of [shell, ...remotes.filter(({ share }) => share === undefined)]) {
    const yank = await withdrawn(name, version);
    if (yank)
      throw new Error(`${environment} is not renewed: ${stillPinnedSentence({ name, version, why: yank.why })}.`);
  }
  const { previous: shellBefore, ...ofShell } = shell;
  const gone = await Promise.all(
    remotes.map(async ({ name, version, share }) => share !== undefined && isWithdrawn(name, version)),
  );
  const withdrawnToo = await Promise.all(previews.map(({ release: { name, version } }) => isWithdrawn(name, version)));
  const left = previews.filter((_, at) => !withdrawnToo[at]);
  const set = {
    environment,
    owners,
    ...(left.length > 0 ? { previews: left } : {}),
    ...(flags ? { flags } : {}),
    shell: (await isWithdrawn('shell', shellBefore?.version)) ? ofShell : shell,
    remotes: await Promise.all(
      remotes
        .filter((_, at) => !gone[at])
        .map(async ({ previous, canary, ...rest }) => ({
          ...rest,
          ...(previous && !(await isWithdrawn(rest.name, previous.version)) ? { previous } : {}),
          ...(canary && !(await isWithdrawn(rest.name, canary.release.version)) ? { canary } : {}),
        })),
    ),
  };
  return { ...set, id: idOf(set) };
};

/**
 * Signs the served set again after a part of its lifetime. It signs that same set rather than the pins, so that write
 * access to the pins alone gets nothing signed. Gives the number of the set that is served then; undefined if there is
 * none. Throws a sentence if the set is older than `least`, expired, or contains a withdrawn version.
 */
export const renewSet = async (serving: Serving, environment: string, least = 0): Promise<number | undefined> => {
  const text = (await serving.sets.read(`${environment}.json`))?.text;
  if (text === undefined) return undefined;
  const current = currentSet(serving, environment, text);
  // The set was signed before sets had numbers, so numbering starts with a set made from the pins.
  if (!current) return (await serveSet(serving, environment)).serial;
  const floor = Math.max(least, await highestFloor(serving.floors, environment, keysOf(serving)));
  const now = clock(serving);
  if (current.serial < floor)
    throw new Error(`The set of ${environment} is number ${current.serial}, but number ${floor} was already signed.`);
  if (hasExpired(current, now))
    throw new Error(`The set of ${environment} is not renewed. ${expiredSentence(current)}`);
  if (Date.parse(current.expires) - now > lifetime() * (1 - renewAfter)) return current.serial;
  const renewed = await signOver(serving, environment, 'next', async (there) =>
    there === text ? withoutWithdrawn(serving, current) : undefined,
  );
  return (renewed ?? current).serial;
};
