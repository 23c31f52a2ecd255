import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import * as z from 'zod/mini';
import { type Configuration, configurations } from './configuration.ts';
import { workspace } from './data-folder.ts';
import { previewEnds } from './preview.ts';
import { type Rollout, rollout, rolloutText } from './rollout.ts';
import { writeAtomically } from './write-atomically.ts';

/** 0: only the groups. */
const percent = () => z.int().check(z.gte(0), z.lte(99));
/**
 * `workspace`: what the sources are just now; else an exact version in the store. `previous`: the good one before it.
 * `before`: all that were pinned before, the newest first, where that is more than `previous`. `canary`: another version
 * for that many of a hundred browsers, and for `groups`.
 */
const pin = () =>
  z.strictObject({
    version: z.string(),
    previous: z.optional(z.string()),
    before: z.optional(z.array(z.string())),
    canary: z.optional(z.strictObject({ version: z.string(), percent: percent(), groups: z.optional(rollout()) })),
  });
/**
 * `share`: only that many of a hundred browsers, and the `groups`, have the remote at all. `disabled`: no browser has it
 * until it is enabled.
 */
const remotePin = () =>
  z.extend(pin(), {
    share: z.optional(percent()),
    groups: z.optional(rollout()),
    disabled: z.optional(z.literal(true)),
  });
/**
 * `owners`: whose each dialog and route is that the kernel's contracts do not declare: `"route /news": "mf-news"`.
 * `flags`: for whom each is on; else it is as the remote declares it. `previews`: when each ends; without it there are none.
 */
const environment = () =>
  z.strictObject({
    environment: z.string(),
    shell: pin(),
    service: pin(),
    remotes: z.record(z.string(), remotePin()),
    owners: z.optional(z.record(z.string(), z.string())),
    configuration: z.optional(configurations()),
    flags: z.optional(z.record(z.string(), rollout())),
    previews: z.optional(previewEnds()),
  });

export type Pin = z.infer<ReturnType<typeof remotePin>>;
export type Environment = z.infer<ReturnType<typeof environment>>;

/** Holds the pins: ATRIUM_ENVIRONMENTS, else the folder of the sources. */
export const environmentsFolder = resolve(process.env['ATRIUM_ENVIRONMENTS'] ?? join(workspace, 'deploy/environments'));

export const environmentNames = (folder = environmentsFolder): string[] =>
  readdirSync(folder)
    // What stands beside the pins has a second word in its name, as `local.operators.json`.
    .filter((file) => /^[\w-]+\.json$/.test(file))
    .map((file) => basename(file, '.json'));

/** Throws a sentence where the environment does not exist or its file is not one. */
export const readEnvironment = (name: string, folder = environmentsFolder): Environment => {
  const file = join(folder, `${name}.json`);
  if (!/^[\w-]+$/.test(name) || !existsSync(file))
    throw new Error(`There is no environment ${name}: there are ${environmentNames(folder).join(', ')}.`);
  return parseEnvironment(readFileSync(file, 'utf8'), name);
};

/** Throws a sentence where the text holds no pins. */
export const parseEnvironment = (text: string, name: string): Environment => {
  const parsed = schemaFor(environment).safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The pins of ${name} are not valid: ${paths}.`);
};

const spaced = (value: object | string) => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');

/** One line for each pin, so that a pin changes exactly one line. */
export const environmentText = ({
  environment: name,
  shell,
  service,
  remotes,
  owners = {},
  configuration = {},
  flags = {},
  previews,
}: Environment): string => {
  const linesOf = (all: Readonly<Record<string, object | string>>) =>
    Object.entries(all).map(([key, one]) => `    ${JSON.stringify(key)}: ${spaced(one)}`);
  const more = Object.entries({
    owners: linesOf(owners),
    configuration: linesOf(configuration),
    flags: linesOf(flags),
    previews: linesOf(previews ?? {}),
  });
  return `{
  "environment": ${JSON.stringify(name)},
  "shell": ${spaced(shell)},
  "service": ${spaced(service)},
  "remotes": {
${linesOf(remotes).join(',\n')}
  }${more.map(([key, lines]) => (lines.length > 0 ? `,\n  "${key}": {\n${lines.join(',\n')}\n  }` : '')).join('')}${
    // That there are none yet says that some are allowed.
    previews && Object.keys(previews).length === 0 ? ',\n  "previews": {}' : ''
  }
}
`;
};

export const writeEnvironment = (environment: Environment, folder = environmentsFolder): void =>
  writeAtomically(join(folder, `${environment.environment}.json`), environmentText(environment));

/** The pin of a name; undefined for a remote that the environment does not know yet. */
export const pinOf = (environment: Environment, name: string): Pin | undefined =>
  name === 'shell' || name === 'service' ? environment[name] : environment.remotes[name];

export const partNames = ({ remotes }: Environment): string[] => ['shell', 'service', ...Object.keys(remotes)];

const withPart = (environment: Environment, name: string, next: Pin): Environment =>
  name === 'shell' || name === 'service'
    ? { ...environment, [name]: next }
    : { ...environment, remotes: { ...environment.remotes, [name]: next } };

/** Versions that a part can go back to. */
const mostBefore = 5;

/** What was pinned before, the newest first. */
export const versionsBefore = ({ previous, before = [] }: Pin): string[] => [
  ...(previous === undefined || before.includes(previous) ? [] : [previous]),
  ...before,
];

/** A pin with other versions before it; `previous` is the one of them to fall back to. */
export const withBefore = (
  { version, canary, share, groups, disabled }: Pin,
  before: readonly string[],
  previous = before[0],
): Pin => {
  const at = previous === undefined ? -1 : before.indexOf(previous);
  // However many were no good since: the one to fall back to stays.
  const stored =
    at < mostBefore ? before.slice(0, mostBefore) : [...before.slice(0, mostBefore - 1), ...before.slice(at, at + 1)];
  return {
    version,
    ...(previous === undefined ? {} : { previous }),
    ...(stored.length > 1 ? { before: stored } : {}),
    ...(canary ? { canary } : {}),
    ...(share === undefined ? {} : { share }),
    ...(groups ? { groups } : {}),
    ...(disabled ? { disabled } : {}),
  };
};

/** The version that only some browsers get, as a try. */
export const canaryOf = (pin: Pin | undefined): Pin['canary'] =>
  pin?.share === undefined
    ? pin?.canary
    : { version: pin.version, percent: pin.share, ...(pin.groups ? { groups: pin.groups } : {}) };

/** Who gets a canary: `10 %`, `team 66…`, `10 % and team 66…`. */
export const canaryText = ({ percent: part, groups }: NonNullable<Pin['canary']>, browsers = ''): string =>
  [part > 0 ? `${part} %${browsers}` : '', groups ? rolloutText(groups) : ''].filter(Boolean).join(' and ');

const withoutCanary = (pin: Pin): Pin => {
  const { canary: _, share: __, groups: ___, ...rest } = pin;
  return rest;
};

/**
 * The environment with one pin changed; what was pinned is the first of those before. Going back to one of these leaves
 * those that were before it: what was taken back is nothing to fall back to.
 */
export const withPin = (environment: Environment, name: string, version: string): Environment => {
  const now = pinOf(environment, name);
  if (!now) return withPart(environment, name, { version });
  if (now.version === version && !canaryOf(now)) return environment;
  // A remote that only some browsers had was never pinned for all.
  const known =
    now.share === undefined ? [now.version, ...versionsBefore(now)].filter((one) => one !== 'workspace') : [];
  const before = known.slice(known.indexOf(version) + 1);
  return withPart(environment, name, withBefore({ ...withoutCanary(now), version }, before));
};

/**
 * The environment in which some browsers, and whoever `groups` are, get another version of a remote; of a new one only
 * they have it at all.
 */
export const withCanary = (
  environment: Environment,
  name: string,
  version: string,
  part: number,
  groups?: Rollout,
): Environment => {
  const { groups: _, ...now }: Partial<Pin> = environment.remotes[name] ?? {};
  if (name === 'shell' || name === 'service')
    throw new Error(`${name} is no remote of ${environment.environment}: a canary is a version of a remote.`);
  if (!percent().safeParse(part).success || (part === 0 && !groups))
    throw new Error(`${part} is no share: give a whole number from 1 to 99.`);
  const more = groups ? { groups: [...groups] } : {};
  return withPart(
    environment,
    name,
    now.version !== undefined && now.share === undefined
      ? { ...now, version: now.version, canary: { version, percent: part, ...more } }
      : { ...now, version, share: part, ...more },
  );
};

/** The environment that sets this of a remote, and nothing else of it. */
export const withConfiguration = (environment: Environment, name: string, values: Configuration): Environment => {
  const { [name]: _, ...others } = environment.configuration ?? {};
  const configuration = Object.keys(values).length > 0 ? { ...others, [name]: { ...values } } : others;
  return { ...environment, configuration };
};

/** The environment in which a flag is on for whom `rules` say; undefined: as its remote declares it. */
export const withFlag = (environment: Environment, name: string, rules: Rollout | undefined): Environment => {
  const { [name]: _, ...others } = environment.flags ?? {};
  const { flags: __, ...rest } = environment;
  const flags = rules ? { ...others, [name]: [...rules] } : others;
  return Object.keys(flags).length > 0 ? { ...rest, flags } : rest;
};

/** The environment with a preview until `ends`; undefined: without it. */
export const withPreview = (environment: Environment, title: string, ends: string | undefined): Environment => {
  const { [title]: _, ...others } = environment.previews ?? {};
  return { ...environment, previews: ends === undefined ? others : { ...others, [title]: ends } };
};

const remoteIn = (environment: Environment, name: string): Pin => {
  const pin = environment.remotes[name];
  if (!pin) throw new Error(`${name} is no remote of ${environment.environment}.`);
  return pin;
};

/** The environment without a remote, and without what belonged to it. */
export const withoutRemote = (environment: Environment, name: string): Environment => {
  remoteIn(environment, name);
  const { remotes, owners, configuration, flags, ...rest } = environment;
  const without = <T>(all: Readonly<Record<string, T>>, isGone: (key: string, value: T) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([key, value]) => !isGone(key, value)));
  const left = without(owners ?? {}, (_, owner) => owner === name);
  const leftFlags = without(flags ?? {}, (flag) => flag.startsWith(`${name}.`));
  return {
    ...rest,
    remotes: without(remotes, (key) => key === name),
    ...(Object.keys(left).length > 0 ? { owners: left } : {}),
    ...(configuration ? { configuration: without(configuration, (key) => key === name) } : {}),
    ...(Object.keys(leftFlags).length > 0 ? { flags: leftFlags } : {}),
  };
};

/** The environment with a remote that no browser gets, or gets again. Versions, canary and what belongs to it stay. */
export const withDisabled = (environment: Environment, name: string, disabled: boolean): Environment => {
  const { disabled: _, ...pin } = remoteIn(environment, name);
  return withPart(environment, name, disabled ? { ...pin, disabled } : pin);
};

/**
 * The environment before the last step of a part: without its canary, else with the version to fall back to. A remote
 * that only some browsers had goes.
 */
export const rolledBack = (environment: Environment, name: string): Environment => {
  const now = pinOf(environment, name);
  if (!now) throw new Error(`${environment.environment} pins no ${name}.`);
  if (now.share !== undefined) return withoutRemote(environment, name);
  if (now.canary) return withPart(environment, name, withoutCanary(now));
  const { previous, version } = now;
  if (previous === undefined)
    throw new Error(`${environment.environment} knows no version of ${name} before ${version}.`);
  const all = versionsBefore(now);
  return withPart(environment, name, withBefore({ ...now, version: previous }, all.slice(all.indexOf(previous) + 1)));
};
