import { type Environment, partNames, pinOf } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { withGoodPrevious } from '../previous.ts';
import { resolveReleaseSet } from '../release-set.ts';
import { readSignedSet, refusalOf } from '../signed-set.ts';
import { changedFiles, provenRecord } from '../verify-release.ts';

import {
  type Command,
  done,
  floorOf,
  type Named,
  parseNamed,
  refused,
  type ReleaseContext,
  servedText,
} from './command.ts';

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

const releaseProblems = ({ store }: ReleaseContext, { name, version }: Named): string[] => {
  if (!store.has(name, version)) return [`${name}@${version} is pinned but not published.`];
  try {
    const record = provenRecord(store, name, version, store.read(name, version).content);
    return changedFiles(store, record);
  } catch (error) {
    return [sentence(error)];
  }
};

const pinnedIn = (environment: Environment, built: Readonly<Record<string, string>>): Named[] => [
  ...partNames(environment).flatMap((name) => {
    const { version, previous, canary } = pinOf(environment, name) ?? {};
    const actual = version === 'workspace' ? built[name] : version;
    return [actual, previous, canary?.version].flatMap((one) => (one ? [{ name, version: one }] : []));
  }),
  ...Object.keys(environment.previews ?? {}).map(parseNamed),
];

interface Served {
  readonly environment: Environment;
  readonly text: string;
}

/** Checks the served set: signed by a trusted key, made of unchanged releases, and equal to what the pins say. */
const servedProblems = async (context: ReleaseContext, { environment, text }: Served): Promise<string[]> => {
  const { data, store, built, registry } = context;
  const name = environment.environment;
  try {
    const set = readSignedSet(text, trustedKeys(data));
    const refusal = refusalOf(set, { environment: name, least: await floorOf(context, name), now: Date.now() });
    if (refusal) return [`${name}: ${refusal.message}`];
    const pins = await withGoodPrevious(registry, environment);
    return set.id === resolveReleaseSet(pins, store, built(name)).id
      ? []
      : [`${name} serves a set that differs from its pins: pin or promote again.`];
  } catch (error) {
    return [`${name}: ${sentence(error)}`];
  }
};

export const doctor: Command = {
  args: '[env]',
  does: 'verify pins, signatures and every byte of the pinned releases',
  async run(context, [only]) {
    const { registry, built } = context;
    const { prove = async (one: Named) => releaseProblems(context, one) } = context;
    const names = only ? [only] : await registry.environments();
    const environments = await Promise.all(names.map((name) => registry.read(name)));
    // An environment that was never deployed from this store has no problems.
    const texts = await Promise.all(names.map((name) => servedText(context, name)));
    const deployed = environments.flatMap((environment, at) => {
      const text = texts[at];
      return text === undefined ? [] : [{ environment, text }];
    });
    const pins = deployed.flatMap(({ environment }) => pinnedIn(environment, built(environment.environment)));
    const unique = [...new Map(pins.map((one) => [`${one.name}@${one.version}`, one])).values()];
    const withdrawn = await Promise.all(
      unique.map(async ({ name, version }) => {
        const yank = await registry.withdrawn(name, version);
        return yank ? [`${name}@${version} is pinned although it was withdrawn: ${yank.why}`] : [];
      }),
    );
    const proved: string[] = [];
    for (const one of unique) proved.push(...(await prove(one)));
    const ofServed = await Promise.all(deployed.map((one) => servedProblems(context, one)));
    const problems = [...proved, ...ofServed.flat(), ...withdrawn.flat()];
    const summary = `${unique.length} releases of ${deployed.map(({ environment }) => environment.environment).join(', ') || 'no environment'}`;
    if (problems.length === 0)
      return done([`${summary}: all match what was published, signed and pinned.`], { problems });
    return refused([...problems.map((why) => `- ${why}`), `${summary}: ${problems.length} problems.`], { problems });
  },
};
