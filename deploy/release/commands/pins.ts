import { wholeNumber } from '@atrium/shared-kernel/contracts/decimal';
import {
  canaryOf,
  type Environment,
  partNames,
  pinOf,
  rolledBack,
  versionsBefore,
  withCanary,
  withPin,
} from '../environment.ts';
import { withGoodPrevious } from '../previous.ts';
import type { Registry } from '../registry.ts';
import { change, judge } from './change.ts';
import { rolloutIn, rolloutUsage } from './rollout-options.ts';
import { requireServed } from './unserved.ts';
import { type Command, done, parseNamed, refused, required, UsageError } from './command.ts';

const pinAll = (now: Environment, pins: readonly string[]) =>
  pins.map(parseNamed).reduce((so, { name, version }) => withPin(so, name, version), now);

export const check: Command = {
  args: '<env> <remote>@<version> [...]',
  does: 'check whether versions can be deployed to an environment',
  async run(context, [env, ...pins]) {
    const name = required(env, 'The environment');
    if (pins.length === 0) throw new UsageError('Specify what to check as <remote>@<version>.');
    const before = await context.registry.read(name);
    const { problems, withdrawn } = await judge(context, before, (now) => pinAll(now, pins));
    problems.unshift(...withdrawn);
    const verdict = problems.length === 0 ? 'can be deployed to' : 'cannot be deployed to';
    const lines = [...problems.map((why) => `- ${why}`), `${pins.join(', ')} ${verdict} ${name}.`];
    return problems.length === 0 ? done(lines, { problems }) : refused(lines, { problems });
  },
};

export const pin: Command = {
  args: '<env> <remote>@<version> [...]',
  does: 'deploy versions to an environment if the check passes',
  async run(context, [env, ...pins]) {
    if (pins.length === 0) throw new UsageError('Specify what to pin as <remote>@<version>.');
    pins.map(parseNamed);
    return change(context, {
      environment: required(env, 'The environment'),
      how: 'pin',
      make: (now) => pinAll(now, pins),
    });
  },
};

/** Whether only browsers with its canary have a remote. */
const canaryIsAll = (environment: Environment, name: string): boolean => pinOf(environment, name)?.share !== undefined;

export const promote: Command = {
  args: '<from> <to> [remote ...]',
  does: 'deploy what one environment pins to another: everything, or the named parts',
  async run(context, [from, to, ...parts]) {
    const source = await context.registry.read(required(from, 'The source environment'));
    // Remotes that only some browsers have, or none, are promoted only if they are named.
    const isForAll = (name: string) => !canaryIsAll(source, name) && !pinOf(source, name)?.disabled;
    const names = parts.length > 0 ? parts : partNames(source).filter(isForAll);
    const left = parts.length > 0 ? [] : partNames(source).filter((name) => !isForAll(name));
    const pins = names.map((name) => {
      const version = pinOf(source, name)?.version;
      if (!version) throw new UsageError(`${source.environment} pins no ${name}.`);
      if (canaryIsAll(source, name))
        throw new UsageError(`${source.environment} serves ${name} to some browsers only: pin it there first.`);
      if (version === 'workspace')
        throw new UsageError(`${source.environment} pins ${name} to the workspace: publish a version first.`);
      return `${name}@${version}`;
    });
    const environment = required(to, 'The target environment');
    const { lines, ...result } = await change(context, {
      environment,
      how: `promote from ${source.environment}`,
      make: (now) => pinAll(now, pins),
    });
    const why = left.map(
      (name) => `${name} is skipped: ${source.environment} serves it to some browsers only, or to none.`,
    );
    return { ...result, lines: [...why, ...lines] };
  },
};

/** Which version a rollback returns to, and which ones it skips. */
const rollbackLines = async ({ good }: Registry, now: Environment, part: string): Promise<string[]> => {
  const pin = pinOf(now, part);
  if (!pin?.previous || canaryOf(pin)) return [];
  const passed = versionsBefore(pin).slice(0, versionsBefore(pin).indexOf(pin.previous));
  const mark = await good(now.environment, part, pin.previous);
  return [
    ...passed.map((version) => `${part}@${version} is skipped: it did not run well, and it is not marked as good.`),
    mark
      ? `${part}@${pin.previous} is good, by ${mark.by}${mark.why ? `: ${mark.why}` : '.'}`
      : `${part}@${pin.previous} was pinned before. It is not marked as good, and no reports show that it ran well.`,
  ];
};

export const rollback: Command = {
  args: '<env> <remote> [why ...]',
  does: 'end the canary of a part, or return to its previous good version; repeat to go back further',
  async run(context, [env, remote, ...why]) {
    const environment = required(env, 'The environment');
    const part = required(remote, 'The part');
    const reason = why.length > 0 ? { why: why.join(' ') } : {};
    let rollbackNotes: readonly string[] = [];
    const { lines, ...result } = await change(context, {
      environment,
      how: 'rollback',
      make: async (given) => {
        await requireServed(context, given, part);
        const now = await withGoodPrevious(context.registry, given);
        rollbackNotes = await rollbackLines(context.registry, now, part);
        return rolledBack(now, part);
      },
      forced: true,
      endsCanaries: true,
      ...reason,
    });
    return { ...result, lines: [...rollbackNotes, ...lines] };
  },
};

export const canary: Command = {
  args: `<env> <remote>@<version> [percent] ${rolloutUsage}`,
  does: 'serve a version to a share of browsers, always the same ones, or to groups; 100 pins it',
  async run(context, [env, version, ...given]) {
    const target = parseNamed(required(version, 'The version'));
    const { rules, others } = rolloutIn(given);
    const [percent, ...more] = others;
    if (more.length > 0) throw new UsageError(`${more.join(' ')} is not a group.`);
    const share = percent === undefined && rules ? 0 : wholeNumber(required(percent?.replace(/%$/, ''), 'The share'));
    if (share === undefined) throw new UsageError(`${percent} is not a share: give a whole number from 1 to 99.`);
    const environment = required(env, 'The environment');
    const make = (now: Environment) =>
      share === 100
        ? withPin(now, target.name, target.version)
        : withCanary(now, target.name, target.version, share, rules);
    return change(context, { environment, how: 'canary', make });
  },
};
