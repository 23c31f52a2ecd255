import * as z from 'zod/mini';
import { disable, enable } from '../commands/take-out.ts';
import { good } from '../commands/good.ts';
import { canary, pin, promote, rollback } from '../commands/pins.ts';
import type { Command } from '../commands/command.ts';
import { flag } from '../commands/flag.ts';
import { rolloutArgs } from '../commands/rollout-options.ts';
import { type Rollout, rollout } from '../rollout.ts';

const remote = () => z.string().check(z.regex(/^[a-z][\w-]{0,60}$/));
const version = () => z.string().check(z.regex(/^[\w.+-]{1,80}$/));
// No control characters, since the reason is written in one line of the history.
const why = () => z.optional(z.string().check(z.regex(/^[^\p{Cc}]{1,300}$/u)));
const flagName = () => z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,60}$/));
/** The operator has agreed to end a running canary. */
const endsCanary = () => z.optional(z.literal(true));

/** What operators may request. A new kind needs one line here, one in `planOf`, and its fields on the page. */
export const action = () =>
  z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('pin'), remote: remote(), version: version(), endsCanary: endsCanary() }),
    z.strictObject({
      do: z.literal('canary'),
      remote: remote(),
      version: version(),
      /** Percentage of browsers; 0: only the groups. */
      percent: z.int().check(z.gte(0), z.lte(99)),
      groups: z.optional(rollout()),
      endsCanary: endsCanary(),
    }),
    /** Who a flag is on for: nobody if the list is empty; without rules it is as its remote declares it. */
    z.strictObject({ do: z.literal('flag'), remote: remote(), flag: flagName(), rules: z.optional(rollout()) }),
    z.strictObject({
      do: z.literal('promote'),
      from: remote(),
      /** Empty: everything that the other environment gives to everyone. */
      remotes: z.array(remote()).check(z.maxLength(100)),
      endsCanary: endsCanary(),
    }),
    z.strictObject({ do: z.literal('rollback'), remote: remote(), why: why() }),
    z.strictObject({ do: z.literal('disable'), remote: remote(), why: why() }),
    z.strictObject({ do: z.literal('enable'), remote: remote(), why: why() }),
    z.strictObject({ do: z.literal('good'), remote: remote(), version: version(), why: why() }),
  ]);
export type Action = z.infer<ReturnType<typeof action>>;
export type ActionName = Action['do'];
export const actionNames = ['pin', 'canary', 'flag', 'promote', 'rollback', 'disable', 'enable', 'good'] as const;

const canaryArgs = ({ percent, groups = [] }: { readonly percent: number; readonly groups?: Rollout | undefined }) => [
  // If nobody would get it, the command refuses with its own message.
  ...(percent > 0 || groups.length === 0 ? [String(percent)] : []),
  ...rolloutArgs(groups),
];
const flagArgs = (rules: Rollout | undefined): string[] => {
  if (rules === undefined) return ['--default'];
  if (rules.length === 0) return ['--off'];
  return rules.some((one) => Object.keys(one).length === 0) ? ['--on'] : rolloutArgs(rules);
};

/** The release command that performs an action: the same that operators run by hand. */
export const planOf = (environment: string, given: Action): { readonly command: Command; readonly args: string[] } => {
  const because = 'why' in given && given.why !== undefined ? [given.why] : [];
  switch (given.do) {
    case 'pin':
      return { command: pin, args: [environment, `${given.remote}@${given.version}`] };
    case 'canary':
      return { command: canary, args: [environment, `${given.remote}@${given.version}`, ...canaryArgs(given)] };
    case 'flag':
      return { command: flag, args: [environment, `${given.remote}.${given.flag}`, ...flagArgs(given.rules)] };
    case 'promote':
      return { command: promote, args: [given.from, environment, ...given.remotes] };
    case 'rollback':
      return { command: rollback, args: [environment, given.remote, ...because] };
    case 'disable':
      return { command: disable, args: [environment, given.remote, ...because] };
    case 'enable':
      return { command: enable, args: [environment, given.remote, ...because] };
    case 'good':
      return { command: good, args: [environment, `${given.remote}@${given.version}`, ...because] };
  }
};

/** The parts that an action changes; `*` if it may be any. */
export const partsOf = (given: Action): readonly string[] => {
  if (given.do !== 'promote') return [given.remote];
  return given.remotes.length > 0 ? given.remotes : ['*'];
};

/** An action in the words of the command, for people. */
export const actionText = (environment: string, given: Action): string =>
  `${given.do} ${planOf(environment, given).args.join(' ')}`;
