import type { DeclaredFlag } from '../record.ts';
import { type Environment, pinOf, withFlag } from '../environment.ts';
import { type Rollout, rolloutText } from '../rollout.ts';
import { change } from './change.ts';
import { type Command, done, type ReleaseContext, required, UsageError } from './command.ts';
import { rolloutIn, rolloutUsage } from './rollout-options.ts';

/** The flags that what an environment pins, and its canaries, declare, by their whole names. */
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

const wordOf = (on: boolean) => (on ? 'on' : 'off');

/** One line for each flag that is declared or set. */
export const flagLines = (context: Pick<ReleaseContext, 'store' | 'built'>, environment: Environment): string[] => {
  const declared = declaredFlags(context, environment);
  const names = [...new Set([...declared.keys(), ...Object.keys(environment.flags ?? {})])].toSorted();
  return names.map((name) => {
    const rules = environment.flags?.[name];
    const flag = declared.get(name);
    const state = rules ? `for ${rolloutText(rules)}` : `${wordOf(flag?.default ?? false)} by default`;
    return `  ${name}: ${state}  ${flag ? `(until ${flag.ends}) ${flag.description}` : 'no pinned version declares it: it has no effect'}`;
  });
};

const asked = (args: readonly string[]): Rollout | 'default' => {
  const { rules, others } = rolloutIn(args);
  const words: Readonly<Record<string, Rollout | 'default'>> = { '--off': [], '--on': [{}], '--default': 'default' };
  const [word, ...more] = others;
  const meant = word === undefined ? rules : words[word];
  if (meant === undefined || more.length > 0 || (word !== undefined && rules))
    throw new UsageError(`${others.join(' ') || 'That'} does not say for whom the flag is on.`);
  return meant;
};

export const flag: Command = {
  args: `<env> [<remote>.<flag> --on | --off | --default | ${rolloutUsage}]`,
  does: 'say for whom a flag is on, without a release; without a flag list all of them',
  async run(context, [env, name, ...args]) {
    const environment = required(env, 'The environment');
    if (name === undefined) {
      const now = await context.registry.read(environment);
      const lines = flagLines(context, now);
      return done(lines.length > 0 ? lines : [`Nothing that ${environment} pins has a flag.`], {
        environment,
        flags: now.flags ?? {},
      });
    }
    const rules = asked(args);
    const make = (now: Environment): Environment => {
      const declared = declaredFlags(context, now);
      // What is set of a flag that is gone can be taken out.
      if (rules !== 'default' && !declared.has(name))
        throw new UsageError(
          `Nothing that ${environment} pins declares the flag ${name}: there are ${[...declared.keys()].join(', ') || 'none'}.`,
        );
      return withFlag(now, name, rules === 'default' ? undefined : rules);
    };
    // A flag must not wait for what is wrong elsewhere: turning it off is how trouble ends.
    return change(context, { environment, how: 'flag', make, forced: true });
  },
};
