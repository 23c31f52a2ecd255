import { existsSync, readFileSync } from 'node:fs';
import { type Environment, partNames, pinOf } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { environmentSet, resolveReleaseSet } from '../release-set.ts';
import { readSignedSet, setFile } from '../signed-set.ts';
import { changedFiles, provenRecord } from '../verify-release.ts';
import { type Command, done, type Named, refused, type ReleaseContext } from './command.ts';

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

const releaseProblems = ({ store }: ReleaseContext, { name, version }: Named): string[] => {
  if (!store.has(name, version)) return [`${name}@${version} is pinned and not published.`];
  try {
    const record = provenRecord(store, name, version, store.read(name, version).content);
    return changedFiles(store, record);
  } catch (error) {
    return [sentence(error)];
  }
};

const pinnedIn = (environment: Environment, built: Readonly<Record<string, string>>): Named[] =>
  partNames(environment).flatMap((name) => {
    const { version, previous, canary } = pinOf(environment, name) ?? {};
    const actual = version === 'workspace' ? built[name] : version;
    return [actual, previous, canary?.version].flatMap((one) => (one ? [{ name, version: one }] : []));
  });

/** The set that is served: signed by somebody who is trusted, of releases as published, and what the pins say. */
const servedProblems = ({ data, store, built }: ReleaseContext, environment: Environment): string[] => {
  const name = environment.environment;
  const file = setFile(data, name);
  if (!existsSync(file)) return [];
  try {
    const served = readSignedSet(readFileSync(file, 'utf8'), trustedKeys(data));
    const wanted = environmentSet().parse(resolveReleaseSet(environment, store, built(name)));
    return served.id === wanted.id ? [] : [`${name} serves another set than its pins say: pin or promote once more.`];
  } catch (error) {
    return [`${name}: ${sentence(error)}`];
  }
};

export const doctor: Command = {
  args: '[env]',
  does: 'prove pins, signatures and every byte of what is pinned',
  async run(context, [only]) {
    const { registry, built } = context;
    const names = only ? [only] : await registry.environments();
    const environments = await Promise.all(names.map((name) => registry.read(name)));
    // An environment that was never deployed from this store is not ill.
    const deployed = environments.filter(({ environment }) => existsSync(setFile(context.data, environment)));
    const pins = deployed.flatMap((one) => pinnedIn(one, built(one.environment)));
    const unique = [...new Map(pins.map((one) => [`${one.name}@${one.version}`, one])).values()];
    const withdrawn = await Promise.all(
      unique.map(async ({ name, version }) => {
        const yank = await registry.withdrawn(name, version);
        return yank ? [`${name}@${version} is pinned and was withdrawn: ${yank.why}`] : [];
      }),
    );
    const problems = [
      ...unique.flatMap((one) => releaseProblems(context, one)),
      ...deployed.flatMap((one) => servedProblems(context, one)),
      ...withdrawn.flat(),
    ];
    const looked = `${unique.length} releases of ${deployed.map(({ environment }) => environment).join(', ') || 'no environment'}`;
    if (problems.length === 0) return done([`${looked}: all as published, signed and pinned.`], { problems });
    return refused([...problems.map((why) => `- ${why}`), `${looked}: ${problems.length} problems.`], { problems });
  },
};
