import type { DeclaredFlag } from '../record.ts';
import { type Environment, pinOf, withFlag } from '../environment.ts';
import { type Rollout, rolloutText } from '../rollout.ts';
import { change } from './change.ts';
import { type Command, done, type ReleaseContext, required, UsageError } from './command.ts';
import { rolloutIn, rolloutUsage } from './rollout-options.ts';

/** The flags that an environment's pinned releases and canaries declare, by their full names. */
export const declaredFlags = (
  { store, built }: Pick<ReleaseContext, 'store' | 'built'>,
  environment: Environment,
): ReadonlyMap<string, DeclaredFlag> =>
  new Map(
    Object.keys(environment.remotes).flatMap((remote) => {
      const { version, canary } = pinOf(environment, remote) ?? { version: '' };
      const actual = version === 'workspace' ? built(environment.environment)[remote] : version;
      return [canary?.version, actual].flatMap((one) =>
        one !== undefined && store.has(remote, one)
          ? Object.entries(store.read(remote, one).contract.flags ?? {}).map(([name, flag]): [string, DeclaredFlag] => [
              `${remote}.${name}`,
              flag,
            ])
          : [],
      );
    }),
  );

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

/** A flag that is declared or set, and who it is on for, in words. */
export interface FlagState {
  readonly name: string;
  readonly remote: string;
  /** Its own name, without the name of its remote. */
  readonly flag: string;
  readonly state: string;
  readonly about: string;
}

export const flagStates = (
  context: Pick<ReleaseContext, 'store' | 'built'>,
  environment: Environment,
): readonly FlagState[] => {
  const declared = declaredFlags(context, environment);
  const names = [...new Set([...declared.keys(), ...Object.keys(environment.flags ?? {})])].toSorted();
  return names.map((name) => {
    const rules = environment.flags?.[name];
    const known = declared.get(name);
    const [remote = '', own = ''] = name.split(/\.(.*)/s);
    return {
      name,
      remote,
      flag: own,
      state: rules ? `for ${rolloutText(rules)}` : `${onOrOff(known?.default ?? false)} by default`,
      about: known ? `(until ${known.ends}) ${known.description}` : 'no pinned version declares it: it has no effect',
    };
  });
};

/** One line for each flag. */
export const flagLines = (...given: Parameters<typeof flagStates>): string[] =>
  flagStates(...given).map(({ name, state, about }) => `  ${name}: ${state}  ${about}`);

const rulesIn = (args: readonly string[]): Rollout | 'default' => {
  const { rules, others } = rolloutIn(args);
  const words: Readonly<Record<string, Rollout | 'default'>> = { '--off': [], '--on': [{}], '--default': 'default' };
  const [word, ...more] = others;
  const meant = word === undefined ? rules : words[word];
  if (meant === undefined || more.length > 0 || (word !== undefined && rules))
    throw new UsageError(`${others.join(' ') || 'That'} does not specify for whom the flag is on.`);
  return meant;
};

export const flag: Command = {
  args: `<env> [<remote>.<flag> --on | --off | --default | ${rolloutUsage}]`,
  does: 'set for whom a flag is on, without a release; without a flag, list all flags',
  async run(context, [env, name, ...args]) {
    const environment = required(env, 'The environment');
    if (name === undefined) {
      const now = await context.registry.read(environment);
      const lines = flagLines(context, now);
      return done(lines.length > 0 ? lines : [`No release that ${environment} pins has a flag.`], {
        environment,
        flags: now.flags ?? {},
      });
    }
    const rules = rulesIn(args);
    const make = (now: Environment): Environment => {
      const declared = declaredFlags(context, now);
      // A setting of a flag that no longer exists can be removed.
      if (rules !== 'default' && !declared.has(name))
        throw new UsageError(
          `No release that ${environment} pins declares the flag ${name}. Available flags: ${[...declared.keys()].join(', ') || 'none'}.`,
        );
      return withFlag(now, name, rules === 'default' ? undefined : rules);
    };
    // Other problems must not delay a flag, since turning it off may be the way to end them.
    return change(context, { environment, how: 'flag', make, forced: true });
  },
};
