import { type Environment, type Pin, versionsBefore, withBefore } from './environment.ts';
import type { Withdrawals } from './withdrawn.ts';
import * as z from 'zod/mini';

/** Who declared a version good, and why; `by: 'reports'` if reports of browsers did. */
export const goodMark = () => z.object({ by: z.string(), at: z.string(), why: z.optional(z.string()) });
export type GoodMark = z.infer<ReturnType<typeof goodMark>>;

/** Knows which versions were withdrawn, and which ran well or were declared good. */
export interface Verdicts extends Withdrawals {
  readonly good: (environment: string, part: string, version: string) => Promise<GoodMark | undefined>;
}

/** A pin whose `previous` is the newest good version before it, or the newest if none is known to be good. */
const settled = async ({ withdrawn, good }: Verdicts, environment: string, name: string, pin: Pin): Promise<Pin> => {
  const before: string[] = [];
  let previous: string | undefined;
  for (const version of versionsBefore(pin)) {
    if (await withdrawn(name, version)) continue;
    before.push(version);
    if (previous === undefined && (await good(environment, name, version))) previous = version;
  }
  return withBefore(pin, before, previous);
};

/**
 * The environment in which each part falls back to a version that is known to be good, and never to a withdrawn one.
 */
export const withGoodPrevious = async (verdicts: Verdicts, environment: Environment): Promise<Environment> => {
  const of = (name: string, pin: Pin) => settled(verdicts, environment.environment, name, pin);
  const [shell, service, ...remotes] = await Promise.all([
    of('shell', environment.shell),
    of('service', environment.service),
    ...Object.entries(environment.remotes).map(async ([name, pin]) => [name, await of(name, pin)] as const),
  ]);
  return { ...environment, shell, service, remotes: Object.fromEntries(remotes) };
};
