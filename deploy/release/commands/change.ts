import { type Environment, partNames, pinOf } from '../environment.ts';
import { claimsOf, firstClaims } from '../ownership.ts';
import { pinnedSet } from '../release-set.ts';
import { stillPinned, stillPinnedSentence } from '../withdrawn.ts';
import { done, refused, type ReleaseContext, type Result } from './command.ts';
import { complete, newProblems } from './judge.ts';

/** A change that was judged not to fit: nothing of it was written. */
class Refusal extends Error {}

const said = (environment: Environment, name: string): string => {
  const pin = pinOf(environment, name);
  const canary = pin?.canary ? `, ${pin.canary.percent} % of the browsers get ${pin.canary.version}` : '';
  return `${environment.environment}: ${name}@${pin?.version}${pin?.previous ? ` (before: ${pin.previous})` : ''}${canary}`;
};

export interface Change {
  readonly environment: string;
  /** `pin`, `promote`, `rollback`, `canary`, `yank`, `transfer`: for the history. */
  readonly how: string;
  readonly make: (now: Environment) => Environment | Promise<Environment>;
  /** Written in spite of problems, which are named: a rollback must not wait. */
  readonly forced?: boolean;
  readonly why?: string;
}

/** The environment with what its remotes claim first, and no contract of the kernel declares, recorded as theirs. */
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
 * What a change makes of an environment, with its problems. What is claimed there first is recorded, of what is pinned
 * before of what comes anew.
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

/** Changes an environment where the change fits all that is pinned at that moment. */
export const change = async (
  context: ReleaseContext,
  { environment, how, make, forced = false, why }: Change,
): Promise<Result> => {
  let problems: readonly string[] = [];
  let changed: readonly string[] = [];
  let given: readonly string[] = [];
  const judged = async (now: Environment) => {
    const { next, ...found } = await judge(context, now, make);
    problems = [...found.withdrawn, ...found.problems];
    // Nothing is signed with what was withdrawn, so nothing is changed to it either.
    if (found.withdrawn.length > 0 || (problems.length > 0 && !forced)) throw new Refusal();
    changed = partNames(next).filter((part) => JSON.stringify(pinOf(next, part)) !== JSON.stringify(pinOf(now, part)));
    given = Object.entries(next.owners ?? {}).flatMap(([claim, owner]) =>
      now.owners?.[claim] === owner ? [] : [`${environment}: the ${claim} belongs to ${owner}.`],
    );
    return next;
  };
  const warnings = () => problems.map((problem) => `- ${problem}`);
  try {
    const after = await context.registry.change(environment, how, judged, why);
    await context.pinned?.(after);
    const lines = [...given, ...changed.map((part) => said(after, part))];
    return done([...warnings(), ...(lines.length > 0 ? lines : [`${environment}: nothing to change.`])], {
      environment: after,
      changed,
      problems,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused([...warnings(), `Nothing was changed in ${environment}.`], { problems });
  }
};
