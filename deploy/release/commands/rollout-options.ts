import { wholeNumber } from '@atrium/shared-kernel/contracts/decimal';
import { plans, rollout, type Rollout } from '../rollout.ts';
import { UsageError } from './command.ts';

const lists = { '--person': 'persons', '--team': 'teams', '--plan': 'plans', '--country': 'countries' } as const;
const isList = (option: string): option is keyof typeof lists => Object.hasOwn(lists, option);
const or = '--or';

/** The options in the usage text. */
export const rolloutUsage = '[--person id] [--team id] [--plan name] [--country XX] [--share n] [--or ...]';

const forms: Readonly<Record<string, string>> = {
  persons: 'the id of a person, 24 characters',
  teams: 'the id of a team, 24 characters',
  plans: `one of ${plans.join(', ')}`,
  countries: 'two capital letters, as ZA',
  share: 'a whole number from 1 to 99',
};

/**
 * Who something is for, from the options of a command: values of one option are alternatives, different options must
 * all hold, and `--or` starts another rule. Undefined if there are none. `others` are the remaining arguments.
 */
export const rolloutIn = (
  args: readonly string[],
): { readonly rules: Rollout | undefined; readonly others: readonly string[] } => {
  const others: string[] = [];
  const rules: Record<string, unknown>[] = [{}];
  for (let at = 0; at < args.length; at += 1) {
    const option = args[at] ?? '';
    if (option !== or && option !== '--share' && !isList(option)) {
      others.push(option);
      continue;
    }
    const last = rules.at(-1) ?? {};
    if (option === or) {
      if (Object.keys(last).length === 0) throw new UsageError(`${or} must be between two groups.`);
      rules.push({});
      continue;
    }
    at += 1;
    const value = args[at];
    if (value === undefined || value.startsWith('--')) throw new UsageError(`The value of ${option} is missing.`);
    if (option === '--share') last['share'] = wholeNumber(value.replace(/%$/, '')) ?? Number.NaN;
    else {
      const known = last[lists[option]];
      const given = option === '--country' ? value.toUpperCase() : value;
      last[lists[option]] = [...(Array.isArray(known) ? known : []), given];
    }
  }
  if (rules.length === 1 && Object.keys(rules[0] ?? {}).length === 0) return { rules: undefined, others };
  if (Object.keys(rules.at(-1) ?? {}).length === 0) throw new UsageError(`${or} must be between two groups.`);
  const found = rollout().safeParse(rules);
  if (found.success) return { rules: found.data, others };
  const [, kind] = found.error.issues[0]?.path ?? [];
  throw new UsageError(`That is not a group: ${forms[String(kind)] ?? 'give up to 20 rules'}.`);
};

/** The options that express these rules; empty for no rules, or for everyone. */
export const rolloutArgs = (rules: Rollout): string[] =>
  rules.flatMap(({ share, ...one }, at) => [
    ...(at > 0 ? [or] : []),
    ...Object.entries(lists).flatMap(([option, kind]) => (one[kind] ?? []).flatMap((value) => [option, value])),
    ...(share === undefined ? [] : ['--share', String(share)]),
  ]);
