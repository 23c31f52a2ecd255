import { problemsOfSet } from '../deployable.ts';
import { isPreviewVersion } from '../preview.ts';
import { type Environment, partNames, pinOf } from '../environment.ts';
import { pinnedSet } from '../release-set.ts';
import type { ReleaseContext } from './command.ts';

/** Whether everything that an environment pins is published, which is not the case before its first deployment. */
export const complete = ({ store, built }: ReleaseContext, environment: Environment): boolean =>
  partNames(environment).every((name) => {
    const pinned = pinOf(environment, name)?.version;
    const version = pinned === 'workspace' ? built(environment.environment)[name] : pinned;
    return version !== undefined && store.has(name, version);
  });

/** The environment as browsers without any canary see it, in which some remotes may be missing. */
const withoutCanaries = (environment: Environment): Environment => ({
  ...environment,
  remotes: Object.fromEntries(Object.entries(environment.remotes).filter(([, { share }]) => share === undefined)),
});

/** The environment as browsers with every canary see it. */
const withCanaries = (environment: Environment): Environment => ({
  ...environment,
  remotes: Object.fromEntries(
    Object.entries(environment.remotes).map(([name, pin]) => [
      name,
      pin.canary ? { version: pin.canary.version } : pin,
    ]),
  ),
});

/** The environment as users of a preview see it. */
const withPreviewed = (environment: Environment, title: string): Environment => {
  const [name = '', version = ''] = title.split('@');
  const plain = withoutCanaries(environment);
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
    const seen = [
      withoutCanaries(environment),
      withCanaries(environment),
      ...previews.map((title) => withPreviewed(environment, title)),
    ];
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
