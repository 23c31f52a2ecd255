import * as z from 'zod/mini';
import type { Environment, Pin } from './environment.ts';

export const yank = () => z.object({ why: z.string(), by: z.string(), at: z.string() });
export type Yank = z.infer<ReturnType<typeof yank>>;

/** Knows which versions were withdrawn. */
export interface Withdrawals {
  readonly withdrawn: (part: string, version: string) => Promise<Yank | undefined>;
}

/** A withdrawn version that is still pinned, or given to some browsers. */
export interface StillPinned {
  readonly name: string;
  readonly version: string;
  readonly why: string;
}

export const stillPinnedSentence = ({ name, version, why }: StillPinned): string =>
  `${name}@${version} was withdrawn: ${why}`;

/** Each pin of an environment with its name. */
const pinsOf = ({ shell, service, remotes }: Environment): [string, Pin][] =>
  Object.entries({ shell, service, ...remotes });

/** What an environment must not be served with: withdrawn versions that are pinned or canaries. */
export const stillPinned = async ({ withdrawn }: Withdrawals, environment: Environment): Promise<StillPinned[]> => {
  const found = await Promise.all(
    pinsOf(environment).flatMap(([name, { version, canary }]) =>
      [version, canary?.version].map(async (one): Promise<StillPinned[]> => {
        const yank = one === undefined || one === 'workspace' ? undefined : await withdrawn(name, one);
        return one !== undefined && yank ? [{ name, version: one, why: yank.why }] : [];
      }),
    ),
  );
  return found.flat();
};
