import { problemsOfSet } from '../deployable.ts';
import { isPreviewVersion } from '../preview.ts';
import { canaryOf, type Environment, partNames, type Pin, pinOf } from '../environment.ts';
import { pinnedSet } from '../release-set.ts';
import { isWithin } from '../rollout.ts';
import type { ReleaseContext } from './command.ts';

/** Whether everything that an environment pins is published, which is not the case before its first deployment. */
export const complete = ({ store, built }: ReleaseContext, environment: Environment): boolean =>
  partNames(environment).every((name) => {
    const pinned = pinOf(environment, name)?.version;
    const version = pinned === 'workspace' ? built(environment.environment)[name] : pinned;
    return version !== undefined && store.has(name, version);
  });

/** The environment as browsers see it that get the canaries of these remotes. Some remotes may be missing. */
const withCanariesOf = (environment: Environment, chosen: readonly string[]): Environment => ({
  ...environment,
  remotes: Object.fromEntries(
    Object.entries(environment.remotes).flatMap(([name, pin]): [string, Pin][] => {
      if (chosen.includes(name)) return [[name, { version: canaryOf(pin)?.version ?? pin.version }]];
      return pin.share === undefined ? [[name, pin]] : [];
    }),
  ),
});

/**
 * The environment as browsers see it without canaries, with each, and with all. Each canary is drawn by itself, so most
 * browsers that get one get none of the others, except those whose groups include everybody who gets it.
 */
const mixesOf = (environment: Environment): Environment[] => {
  const canaries = Object.entries(environment.remotes).flatMap(([name, pin]) => {
    const { percent, groups = [] } = canaryOf(pin) ?? {};
    return percent === undefined ? [] : [{ name, percent, groups }];
  });
  const withEach = canaries.map((one) =>
    canaries.filter((other) => other === one || (one.percent === 0 && isWithin(one.groups, other.groups))),
  );
  return [[], ...withEach, canaries].map((chosen) =>
    withCanariesOf(
      environment,
      chosen.map(({ name }) => name),
    ),
  );
};

/** The environment as users of a preview see it. */
const withPreviewed = (environment: Environment, title: string): Environment => {
  const [name = '', version = ''] = title.split('@');
  const plain = withCanariesOf(environment, []);
  return { ...plain, remotes: { ...plain.remotes, [name]: { version } } };
};

/** Problems that the step from `before` to `after` causes, without those that the environment already had. */
export const newProblems = async (
  context: ReleaseContext,
  before: Environment,
  after: Environment,
): Promise<string[]> => {
  const built = context.built(before.environment);
  // Previews that were opened earlier may stop fitting, since nobody depends on them.
  const opened = Object.keys(after.previews ?? {}).filter((title) => before.previews?.[title] === undefined);
  const of = (environment: Environment, previews: readonly string[] = []) => {
    const seen = [...mixesOf(environment), ...previews.map((title) => withPreviewed(environment, title))];
    // Without canaries, all browsers see the same, which is checked once.
    const different = new Map(seen.map((one) => [JSON.stringify(one), one])).values();
    return [...new Set([...different].flatMap((one) => problemsOfSet(pinnedSet(one, context.store, built))))];
  };
  const changed = partNames(after).flatMap((name) => {
    const [was, is] = [pinOf(before, name), pinOf(after, name)];
    return [
      ...(is && is.version !== was?.version ? [{ name, version: is.version }] : []),
      ...(is?.canary && is.canary.version !== was?.canary?.version ? [{ name, version: is.canary.version }] : []),
    ];
  });
  const found = of(after, opened);
  const known = new Set(complete(context, before) ? of(before) : []);
  const names = new Set(changed.map(({ name }) => name));
  const previews = changed.filter(({ version }) => isPreviewVersion(version));
  return [
    ...previews.map(
      ({ name, version }) => `${name}@${version} is a preview version: publish a regular version to deploy.`,
    ),
    ...found.filter((why) => !known.has(why) || names.has(why.split('@')[0] ?? '')),
  ];
};
