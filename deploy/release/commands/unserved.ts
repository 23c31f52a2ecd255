import { type Environment, type Pin, pinOf } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import type { EnvironmentSet } from '../release-set.ts';
import { readSignedSet } from '../signed-set.ts';
import { type ReleaseContext, servedText } from './command.ts';

/** A part whose pin is not what is served, with both in words. */
interface Unserved {
  readonly part: string;
  readonly pinned: string;
  readonly served: string;
}

const inWords = (part: string, stable: string | undefined, canary: string | undefined): string =>
  [stable && `${part}@${stable}`, canary && `the canary ${part}@${canary}`].filter(Boolean).join(' and ') ||
  `no ${part}`;

const pinText = (part: string, pin: Pin | undefined, built: string | undefined): string => {
  const version = pin?.version === 'workspace' ? built : pin?.version;
  return pin?.share === undefined ? inWords(part, version, pin?.canary?.version) : inWords(part, undefined, version);
};

const servedIn = ({ shell, remotes }: EnvironmentSet, part: string): string => {
  if (part === 'shell') return inWords(part, shell.version, undefined);
  const { version, canary, share } = remotes.find(({ name }) => name === part) ?? {};
  return share === undefined ? inWords(part, version, canary?.release.version) : inWords(part, undefined, version);
};

/** The set that is served; undefined if there is none that can be read, which signing reports or replaces. */
const readServed = async (context: ReleaseContext, environment: string): Promise<EnvironmentSet | undefined> => {
  const text = context.pinned && (await servedText(context, environment));
  try {
    return text === undefined ? undefined : readSignedSet(text, trustedKeys(context.data));
  } catch {
    return undefined;
  }
};

/** The parts whose pins were stored but not signed, so that browsers get something else. */
export const unservedIn = async (context: ReleaseContext, pins: Environment): Promise<Unserved[]> => {
  const { environment, remotes } = pins;
  const set = await readServed(context, environment);
  if (!set) return [];
  const parts = new Set(['shell', ...Object.keys(remotes), ...set.remotes.map(({ name }) => name)]);
  return [...parts]
    .map((part) => {
      const pinned = pinText(part, pinOf(pins, part), context.built(environment)[part]);
      return { part, pinned, served: servedIn(set, part) };
    })
    .filter(({ pinned, served }) => pinned !== served);
};

/** Milliseconds in which a signature arrives that is on its way. */
const signingMs = 3000;

/**
 * Throws a sentence if what is pinned of a part is not what is served, unless somebody is about to sign it: going back
 * from such a pin would lead to a version that nobody asked for.
 */
export const requireServed = async (context: ReleaseContext, pins: Environment, part: string): Promise<void> => {
  const until = Date.now() + signingMs;
  const find = async () => (await unservedIn(context, pins)).find((one) => one.part === part);
  let found = await find();
  while (found && Date.now() < until) {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    found = await find();
  }
  if (!found) return;
  const { environment } = pins;
  throw new Error(
    `${environment} serves ${found.served}, but pins ${found.pinned}, which was not signed, so a rollback would not start from what is served. \`pnpm release sign ${environment}\` serves what is pinned, \`pnpm release pin ${environment} ${part}@<version>\` another version.`,
  );
};
