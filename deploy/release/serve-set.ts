import type { Documents } from './documents.ts';
import type { Environment } from './environment.ts';
import { type Floors, floorText, highestFloor } from './floors.ts';
import type { SigningKey, TrustedKey } from './keys.ts';
import type { Registry } from './registry.ts';
import { type EnvironmentSet, resolveReleaseSet, type WorkspaceVersions } from './release-set.ts';
import { readSignedSet, type SignedSet, signedSetText, UnnumberedSet } from './signed-set.ts';
import type { Store } from './store.ts';
import { withGoodPrevious } from './previous.ts';
import { stillPinned, stillPinnedSentence } from './withdrawn.ts';

export interface Serving {
  readonly registry: Pick<Registry, 'read' | 'withdrawn' | 'good'>;
  readonly store: Store;
  /** Contains what edges serve: `<environment>.json`. */
  readonly sets: Documents;
  readonly floors: Floors;
  readonly key: () => SigningKey;
  /** The keys whose sets edges accept, which must include the own key. Default: only the own key. */
  readonly trusted?: () => readonly TrustedKey[];
  /** Versions that `workspace` pins refer to. */
  readonly built: (environment: string) => WorkspaceVersions;
  /** Adds releases to the store that others have published in the meantime. */
  readonly refresh?: () => Promise<void>;
  readonly now?: () => number;
}

/**
 * How the number of a set follows from those signed before. `next`: the next one, or a sentence if the existing set
 * cannot be read. `resume`: above everything that can have been signed, for a store that was restored. `own`: resumes
 * automatically if the existing set cannot be read, as in a folder with a new key.
 */
export type Counting = 'next' | 'resume' | 'own';

const tries = 50;
const day = 86_400_000;
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Milliseconds that a signature is valid: ATRIUM_RELEASE_DAYS, otherwise 14 days. */
export const lifetime = (env: NodeJS.ProcessEnv = process.env): number => {
  const days = Number(env['ATRIUM_RELEASE_DAYS'] ?? 14);
  if (!(days > 0 && days <= 3650)) throw new Error('ATRIUM_RELEASE_DAYS is not a number of days up to 3650.');
  return days * day;
};

export const keysOf = ({ key, trusted }: Serving): TrustedKey[] => [key(), ...(trusted?.() ?? [])];
export const clock = ({ now = Date.now }: Serving): number => now();

/** The set that is served now; undefined if there is none, or if it is from before sets had numbers. */
export const currentSet = (serving: Serving, environment: string, text: string | undefined): SignedSet | undefined => {
  if (text === undefined) return undefined;
  try {
    const current = readSignedSet(text, keysOf(serving));
    if (current.environment !== environment) throw new Error(`It belongs to the environment ${current.environment}.`);
    return current;
  } catch (error) {
    if (error instanceof UnnumberedSet) return undefined;
    throw error;
  }
};

const nextSerial = async (serving: Serving, environment: string, text: string | undefined, counting: Counting) => {
  const floor = await highestFloor(serving.floors, environment, keysOf(serving));
  const resumed = Math.floor(clock(serving) / 1000);
  try {
    const current = Math.max(floor, currentSet(serving, environment, text)?.serial ?? 0);
    return (counting === 'resume' ? Math.max(current, resumed) : current) + 1;
  } catch (error) {
    if (counting !== 'next') return Math.max(floor, resumed) + 1;
    if (floor > 0) return floor + 1;
    throw new Error(
      `The existing set of ${environment} cannot be continued: ${sentence(error)} \`pnpm release resume ${environment}\` starts over.`,
      { cause: error },
    );
  }
};

/** The pins, without withdrawn previews and versions to fall back to. Throws if a pinned version was withdrawn. */
const servable = async ({ registry }: Serving, pins: Environment): Promise<Environment> => {
  const [first] = await stillPinned(registry, pins);
  if (first)
    throw new Error(
      `${stillPinnedSentence(first)}. ${pins.environment} pins it, so its set is not signed: \`pnpm release yank ${first.name}@${first.version} --replace ${first.name}@<version> <why>\` replaces it.`,
    );
  const good = await withGoodPrevious(registry, pins);
  if (!pins.previews) return good;
  const previews = await Promise.all(
    Object.entries(pins.previews).map(async ([title, ends]) => {
      const [name = '', version = ''] = title.split('@');
      return (await registry.withdrawn(name, version)) ? [] : [[title, ends] as const];
    }),
  );
  return { ...good, previews: Object.fromEntries(previews.flat()) };
};

/** Throws if edges would not accept what the own key signs. */
const trustedSigner = ({ key, trusted }: Serving): SigningKey => {
  const own = key();
  const keys = trusted?.() ?? [own];
  if (keys.some(({ id }) => id === own.id)) return own;
  throw new Error(
    `Nothing was signed: the key ${own.id} is not trusted, so no edge would serve the set. Trusted: ${keys
      .map(({ id }) => id)
      .join(
        ', ',
      )}. Sign with one of them (ATRIUM_RELEASE_KEY), or add the public key of ${own.id} to ATRIUM_RELEASE_TRUST here and at the edges.`,
  );
};

/** Throws the sentence with which signing the next set of an environment would fail. Signs nothing. */
export const checkSigning = async (serving: Serving, environment: string): Promise<void> => {
  trustedSigner(serving);
  await nextSerial(serving, environment, (await serving.sets.read(`${environment}.json`))?.text, 'next');
};

/**
 * Signs and writes the result of `make`, which gets the set to be replaced, and retries if somebody else was faster.
 */
export const signOver = async (
  serving: Serving,
  environment: string,
  counting: Counting,
  make: (text: string | undefined) => Promise<EnvironmentSet | undefined>,
): Promise<SignedSet | undefined> => {
  const { sets, floors } = serving;
  const key = trustedSigner(serving);
  const name = `${environment}.json`;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = await sets.read(name);
    const set = await make(before?.text);
    if (!set) return undefined;
    const serial = await nextSerial(serving, environment, before?.text, counting);
    const signed = { ...set, serial, expires: new Date(clock(serving) + lifetime()).toISOString() };
    if (!(await sets.swap(name, signedSetText(signed, key), before?.tag))) continue;
    await floors.raise(environment, serial, floorText(environment, serial, key));
    return signed;
  }
  throw new Error(`The set of ${environment} was signed by others ${tries} times in the meantime: sign it again.`);
};

/**
 * Signs the current pins of an environment and hands the set to its edges. The pins are read after the set that is
 * replaced, so if two do this at once, the last one has the pins of both. Throws a sentence if something pinned is not
 * published, or was withdrawn.
 */
export const serveSet = async (
  serving: Serving,
  environment: string,
  counting: Counting = 'next',
): Promise<SignedSet> => {
  const { registry, store, built, refresh } = serving;
  const signed = await signOver(serving, environment, counting, async () => {
    const pins = await servable(serving, await registry.read(environment));
    await refresh?.();
    return resolveReleaseSet(pins, store, built(environment));
  });
  if (!signed) throw new Error(`${environment} was not signed.`);
  return signed;
};
