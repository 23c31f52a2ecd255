import { type Environment, pinOf, versionsBefore, withBefore, withPreview } from '../environment.ts';
import { change, judge } from './change.ts';
import {
  changeServed,
  codes,
  type Command,
  done,
  type Named,
  parseNamed,
  refused,
  type ReleaseContext,
  required,
  type Result,
  UsageError,
} from './command.ts';
import { complete } from './judge.ts';

interface Use {
  readonly environment: Environment;
  readonly as: readonly string[];
}

/** The roles in which an environment uses a version: pinned, canary, the one before. */
const rolesOf = ({ built }: ReleaseContext, environment: Environment, { name, version }: Named): string[] => {
  const pin = pinOf(environment, name);
  const pinned = pin?.version === 'workspace' ? built(environment.environment)[name] : pin?.version;
  return [
    ...(pinned === version ? [pin?.share === undefined ? 'pinned' : 'a canary'] : []),
    ...(pin?.canary?.version === version ? ['a canary'] : []),
    ...(pin?.previous === version ? ['the version before'] : []),
  ];
};

const usesOf = async (context: ReleaseContext, target: Named): Promise<Use[]> => {
  const { registry } = context;
  const all = await Promise.all((await registry.environments()).map((name) => registry.read(name)));
  return all.flatMap((environment) => {
    const as = rolesOf(context, environment, target);
    return as.length > 0 ? [{ environment, as }] : [];
  });
};

/** The environment with another version in place of this one, without resulting duplicates. */
const replaced = (context: ReleaseContext, now: Environment, target: Named, by: string): Environment => {
  const before = pinOf(now, target.name);
  if (!before) return now;
  const other = (version: string) => (version === target.version ? by : version);
  const actual = before.version === 'workspace' ? context.built(now.environment)[target.name] : before.version;
  const version = actual === target.version ? by : before.version;
  const older = [...new Set(versionsBefore(before).map(other))].filter((one) => one !== version);
  const { canary: earlier, ...pin } = before;
  const canary = earlier && { ...earlier, version: other(earlier.version) };
  const next = withBefore({ ...pin, version, ...(canary && canary.version !== version ? { canary } : {}) }, older);
  const { name } = target;
  return name === 'shell' || name === 'service'
    ? { ...now, [name]: next }
    : { ...now, remotes: { ...now.remotes, [name]: next } };
};

/** Why a version cannot replace the withdrawn one. */
const whyUnusable = async (
  { store, registry }: ReleaseContext,
  target: Named,
  by: Named,
): Promise<string | undefined> => {
  if (by.name !== target.name || by.version === target.version)
    throw new UsageError(`${by.name}@${by.version} cannot replace ${target.name}@${target.version}.`);
  store.read(by.name, by.version);
  const yanked = await registry.withdrawn(by.name, by.version);
  return yanked && `${by.name}@${by.version} was withdrawn: ${yanked.why}`;
};

/** A version that is withdrawn, and its replacement. */
interface Replacement {
  readonly target: Named;
  readonly by: Named;
  readonly reason: string;
}
const rounds = 5;
const titleOf = ({ name, version }: Named) => `${name}@${version}`;

/** Why the replacement does not fit everywhere. Nothing has been changed yet. */
const problemsWith = async (context: ReleaseContext, { target, by }: Replacement, uses: readonly Use[]) => {
  const problems: string[] = [];
  const withdrawnToo = await whyUnusable(context, target, by);
  if (withdrawnToo) problems.push(withdrawnToo);
  for (const { environment } of uses)
    if (complete(context, environment)) {
      const judged = await judge(context, environment, (now) => replaced(context, now, target, by.version));
      problems.push(...[...judged.withdrawn, ...judged.problems].map((why) => `${environment.environment}: ${why}`));
    }
  return problems;
};

/** Replaces the version everywhere, and again if someone pinned it in the meantime. */
const replaceAll = async (context: ReleaseContext, { target, by, reason }: Replacement): Promise<Result> => {
  const make = (now: Environment) => replaced(context, now, target, by.version);
  const lines: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const left = await usesOf(context, target);
    if (left.length === 0) return done(lines);
    for (const { environment } of left) {
      const name = environment.environment;
      if (complete(context, environment)) {
        const result = await change(context, { environment: name, how: 'yank', make, endsCanaries: true, why: reason });
        lines.push(...result.lines);
        if (result.code !== codes.done) return refused(lines);
      } else {
        // Never deployed from this store, so there is nothing to check or to sign.
        await context.registry.change(name, 'yank', make, reason);
        lines.push(`${name}: replaced by ${titleOf(by)}.`);
      }
    }
  }
  return refused([...lines, `- ${titleOf(target)} keeps being pinned again.`]);
};

/** Users who preview a withdrawn version get the usual one with the next page. */
const endPreviews = async (context: ReleaseContext, title: string, why: string): Promise<string[]> => {
  const lines: string[] = [];
  for (const name of await context.registry.environments()) {
    if (!(await context.registry.read(name)).previews?.[title]) continue;
    await changeServed(context, name, 'yank', (now) => withPreview(now, title, undefined), why);
    lines.push(`${name}: the preview of ${title} has ended.`);
  }
  return lines;
};

export const yank: Command = {
  args: '<remote>@<version> [--replace <remote>@<version>] <why ...>',
  does: 'withdraw a version everywhere; pins, canaries and previous versions that use it get the replacement',
  async run(context, given) {
    const at = given.indexOf('--replace');
    const [named, ...why] = at === -1 ? given : given.toSpliced(at, 2);
    const target = parseNamed(required(named, 'The version'));
    const reason = required(why.join(' '), 'The reason');
    const title = titleOf(target);
    context.store.read(target.name, target.version);
    const by = at === -1 ? undefined : parseNamed(required(given[at + 1], 'The replacement'));
    const uses = await usesOf(context, target);
    const pinnedIn = uses.map(({ environment }) => environment.environment);
    if (uses.length > 0 && !by) {
      const roles = uses.map(({ environment, as }) => `- ${environment.environment} uses it as ${as.join(' and ')}.`);
      const how = `${title} is not withdrawn: specify its replacement with --replace ${target.name}@<version>.`;
      return refused([...roles, how], { pinnedIn });
    }
    const problems = by ? await problemsWith(context, { target, by, reason }, uses) : [];
    if (problems.length > 0)
      return refused([...problems.map((one) => `- ${one}`), `${title} is not withdrawn.`], { problems });
    await context.registry.withdraw(target.name, target.version, reason);
    const left = by ? [] : await usesOf(context, target);
    const ended = await endPreviews(context, title, reason);
    const meanwhile = left.map(
      ({ environment }) => `- ${environment.environment} pinned it in the meantime: specify --replace.`,
    );
    const { code, lines } = by
      ? await replaceAll(context, { target, by, reason })
      : (left.length > 0 ? refused : done)(meanwhile);
    const all = [`${title} is withdrawn: ${reason}.`, ...ended, ...lines];
    return { code, lines: all, data: { ...target, pinnedIn, ...(by ? { replacement: by.version } : {}) } };
  },
};
