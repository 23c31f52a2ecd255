import { canaryOf, canaryText, type Environment, partNames, pinOf } from '../environment.ts';
import { claimsOf, firstClaims } from '../ownership.ts';
import { pinnedSet } from '../release-set.ts';
import { rolloutText } from '../rollout.ts';
import { stillPinned, stillPinnedSentence } from '../withdrawn.ts';
import { changeServed, done, refused, type ReleaseContext, type Result } from './command.ts';
import { complete, newProblems } from './judge.ts';
import { unservedIn } from './unserved.ts';

/** A change that does not fit. Nothing of it was written. */
class Refusal extends Error {}

/** A change that needs confirmation, because it ends running canaries. */
class Unconfirmed extends Error {
  readonly canaries: readonly Canary[];
  constructor(canaries: readonly Canary[]) {
    super();
    this.canaries = canaries;
  }
}

const lineFor = (environment: Environment, name: string): string => {
  const pin = pinOf(environment, name);
  if (!pin) return `${environment.environment}: ${name} is removed.`;
  const before = pin.previous ? ` (before: ${pin.previous})` : '';
  const canary = pin.canary ? `, ${canaryText(pin.canary, ' of the browsers')} get ${pin.canary.version}` : '';
  const tried = pin.share === undefined ? undefined : canaryOf(pin);
  const share = tried ? ` for ${canaryText(tried, ' of the browsers')}` : '';
  return `${environment.environment}: ${name}@${pin.version}${share}${before}${canary}${pin.disabled ? ', disabled' : ''}`;
};

/** A running canary. */
type Canary = NonNullable<ReturnType<typeof canaryOf>> & { readonly name: string };

/** Running canaries that a change ends without giving their version to everyone. */
const endedCanaries = (now: Environment, next: Environment): Canary[] =>
  Object.entries(now.remotes).flatMap(([name, pin]) => {
    const canary = canaryOf(pin);
    const after = pinOf(next, name);
    const continues = canary && [canaryOf(after)?.version, after?.version].includes(canary.version);
    return !canary || continues ? [] : [{ name, ...canary }];
  });

export interface Change {
  readonly environment: string;
  /** `pin`, `promote`, `rollback`, `canary`, `yank`, `transfer`: for the history. */
  readonly how: string;
  readonly make: (now: Environment) => Environment | Promise<Environment>;
  /** Writes despite problems, which are listed: a rollback must not wait. */
  readonly forced?: boolean;
  /** Ends canaries without asking, because that is the purpose of the command. */
  readonly endsCanaries?: boolean;
  readonly why?: string;
}

/** Records as a remote's own what it claims first and what no contract of the kernel declares. */
const withFirstOwners = (context: ReleaseContext, environment: Environment): Environment => {
  if (!complete(context, environment)) return environment;
  const { store, built } = context;
  const pinned = pinnedSet(environment, store, built(environment.environment)).remotes;
  const canaries = Object.entries(environment.remotes).flatMap(([name, { canary }]) =>
    canary ? [store.read(name, canary.version)] : [],
  );
  const { owners = {} } = environment;
  const first = firstClaims([...pinned, ...canaries].flatMap(claimsOf), owners);
  return Object.keys(first).length > 0 ? { ...environment, owners: { ...owners, ...first } } : environment;
};

/**
 * The environment after a change, with its problems. First claims are recorded, those of remotes that were pinned
 * before taking precedence over new ones.
 */
export const judge = async (
  context: ReleaseContext,
  now: Environment,
  make: Change['make'],
): Promise<{ next: Environment; problems: string[]; withdrawn: string[] }> => {
  const before = withFirstOwners(context, now);
  const made = await make(before);
  const problems = await newProblems(context, before, made);
  const withdrawn = await stillPinned(context.registry, made);
  return { next: withFirstOwners(context, made), problems, withdrawn: withdrawn.map(stillPinnedSentence) };
};

/** Refuses a change that was not confirmed, or makes it. */
const confirmed = async (
  context: ReleaseContext,
  given: Change,
  canaries: readonly Canary[],
  agreed: readonly Canary[],
): Promise<Result> => {
  const named = canaries.map((one) => `${one.name}@${one.version}, which ${canaryText(one, ' of the browsers')} get`);
  const sentence = `${given.environment}: this ends the canary ${named.join(', and ')}.`;
  if (await context.confirm?.(`${sentence} Go on?`)) return change(context, given, [...agreed, ...canaries]);
  return refused([`- ${sentence}`, `Nothing was changed in ${given.environment}. With --yes the canary ends.`], {
    reason: 'ends-canary',
    canaries,
    problems: [sentence],
  });
};

/**
 * Changes an environment if the change fits everything that is pinned at that moment. `agreed` are canaries that may
 * end.
 */
export const change = async (
  context: ReleaseContext,
  given: Change,
  agreed: readonly Canary[] = [],
): Promise<Result> => {
  const { environment, how, make, forced = false, endsCanaries = false, why } = given;
  let problems: readonly string[] = [];
  let changed: readonly string[] = [];
  let owners: readonly string[] = [];
  let set: readonly string[] = [];
  let flags: readonly string[] = [];
  let others: readonly string[] = [];
  const judged = async (now: Environment) => {
    const { next, ...found } = await judge(context, now, make);
    problems = [...found.withdrawn, ...found.problems];
    // A set with a withdrawn version is never signed, so the pins are not changed to one either.
    if (found.withdrawn.length > 0 || (problems.length > 0 && !forced)) throw new Refusal();
    const ended = endsCanaries
      ? []
      : endedCanaries(now, next).filter(
          (one) => !agreed.some(({ name, version }) => name === one.name && version === one.version),
        );
    if (ended.length > 0) throw new Unconfirmed(ended);
    const parts = new Set([...partNames(now), ...partNames(next)]);
    changed = [...parts].filter((part) => JSON.stringify(pinOf(next, part)) !== JSON.stringify(pinOf(now, part)));
    others = (await unservedIn(context, now)).flatMap(({ part, pinned, served }) =>
      changed.includes(part)
        ? []
        : [
            `${environment}: ${pinned} is served now. It was pinned but not signed, and ${served} was served until now.`,
          ],
    );
    owners = Object.entries(next.owners ?? {}).flatMap(([claim, owner]) =>
      now.owners?.[claim] === owner ? [] : [`${environment}: the ${claim} belongs to ${owner}.`],
    );
    set = Object.keys({ ...now.configuration, ...next.configuration }).flatMap((remote) => {
      const [before, after] = [now, next].map(({ configuration }) => JSON.stringify(configuration?.[remote] ?? {}));
      return before === after ? [] : [`${environment}: ${remote} has ${after}.`];
    });
    flags = Object.keys({ ...now.flags, ...next.flags }).flatMap((name) => {
      const [before, after] = [now, next].map((one) => one.flags?.[name] && rolloutText(one.flags[name]));
      const state = after === undefined ? 'as its remote declares it' : `on for ${after}`;
      return before === after ? [] : [`${environment}: ${name} is ${state}.`];
    });
    return next;
  };
  const warnings = () => problems.map((problem) => `- ${problem}`);
  try {
    const after = await changeServed(context, environment, how, judged, why);
    const lines = [...others, ...owners, ...set, ...flags, ...changed.map((part) => lineFor(after, part))];
    return done([...warnings(), ...(lines.length > 0 ? lines : [`${environment}: nothing to change.`])], {
      environment: after,
      changed,
      problems,
    });
  } catch (error) {
    if (error instanceof Unconfirmed) return confirmed(context, given, error.canaries, agreed);
    if (!(error instanceof Refusal)) throw error;
    return refused([...warnings(), `Nothing was changed in ${environment}.`], { problems });
  }
};
