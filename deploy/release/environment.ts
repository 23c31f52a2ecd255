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
 * `workspace` stands for the current sources; anything else is an exact version in the store. `previous`: the good
 * version before it. `before`: all earlier pins, the newest first, if there are more than `previous`. `canary`: another
 * version for this percentage of browsers, and for `groups`.
 */
const pin = () =>
  z.strictObject({
    version: z.string(),
    previous: z.optional(z.string()),
    before: z.optional(z.array(z.string())),
    canary: z.optional(z.strictObject({ version: z.string(), percent: percent(), groups: z.optional(rollout()) })),
  });
/**
 * `share`: only this percentage of browsers, and the `groups`, have the remote at all. `disabled`: no browser has it
 * until it is enabled.
 */
const remotePin = () =>
  z.extend(pin(), {
    share: z.optional(percent()),
    groups: z.optional(rollout()),
    disabled: z.optional(z.literal(true)),
  });
/**
 * `owners`: who owns each dialog and route that the kernel's contracts do not declare, such as `"route /news":
 * "mf-news"`. `flags`: who each flag is on for; otherwise it is as the remote declares it. `previews`: when each
 * preview ends; if it is missing, previews are not allowed.
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

/** Folder of the pins: ATRIUM_ENVIRONMENTS, otherwise the folder in the sources. */
export const environmentsFolder = resolve(process.env['ATRIUM_ENVIRONMENTS'] ?? join(workspace, 'deploy/environments'));

export const environmentNames = (folder = environmentsFolder): string[] =>
  readdirSync(folder)
    // Other files next to the pins have a second word in their name, such as `local.operators.json`.
    .filter((file) => /^[\w-]+\.json$/.test(file))
    .map((file) => basename(file, '.json'));

/** Throws a sentence if the environment does not exist or its file is invalid. */
export const readEnvironment = (name: string, folder = environmentsFolder): Environment => {
  const file = join(folder, `${name}.json`);
  if (!/^[\w-]+$/.test(name) || !existsSync(file))
    throw new Error(`There is no environment ${name}: there are ${environmentNames(folder).join(', ')}.`);
  return parseEnvironment(readFileSync(file, 'utf8'), name);
};

/** Throws a sentence if the text does not contain pins. */
export const parseEnvironment = (text: string, name: string): Environment => {
  const parsed = schemaFor(environment).safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The pins of ${name} are not valid: ${paths}.`);
};

const spaced = (value: object | string) => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');

/** Formats the pins one per line, so that changing a pin changes exactly one line. */
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
    // An empty list is written, because it means that previews are allowed.
    previews && Object.keys(previews).length === 0 ? ',\n  "previews": {}' : ''
  }
}
`;
};

export const writeEnvironment = (environment: Environment, folder = environmentsFolder): void =>
  writeAtomically(join(folder, `${environment.environment}.json`), environmentText(environment));

/** The pin of a name; undefined for a remote that the environment does not contain yet. */
export const pinOf = (environment: Environment, name: string): Pin | undefined =>
  name === 'shell' || name === 'service' ? environment[name] : environment.remotes[name];

export const partNames = ({ remotes }: Environment): string[] => ['shell', 'service', ...Object.keys(remotes)];

const withPart = (environment: Environment, name: string, next: Pin): Environment =>
  name === 'shell' || name === 'service'
    ? { ...environment, [name]: next }
    : { ...environment, remotes: { ...environment.remotes, [name]: next } };

/** Number of earlier versions that a part can be rolled back to. */
const mostBefore = 5;

/** Earlier pins, the newest first. */
export const versionsBefore = ({ previous, before = [] }: Pin): string[] => [
  ...(previous === undefined || before.includes(previous) ? [] : [previous]),
  ...before,
];

/** A pin with earlier versions; `previous` is the one of them to fall back to. */
export const withBefore = (
  { version, canary, share, groups, disabled }: Pin,
  before: readonly string[],
  previous = before[0],
): Pin => {
  const at = previous === undefined ? -1 : before.indexOf(previous);
  // The version to fall back to is kept, however many bad ones followed.
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

/** The version that only some browsers get, as a trial. */
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
 * The environment with one pin changed. The version that was pinned becomes the first of the earlier ones. When it goes
 * back to an earlier version, only those before that one remain, because a version that was rolled back is not a
 * fallback.
 */
export const withPin = (environment: Environment, name: string, version: string): Environment => {
  const now = pinOf(environment, name);
  if (!now) return withPart(environment, name, { version });
  if (now.version === version && !canaryOf(now)) return environment;
  // A remote that only some browsers had was never pinned for everyone.
  const known =
    now.share === undefined ? [now.version, ...versionsBefore(now)].filter((one) => one !== 'workspace') : [];
  const before = known.slice(known.indexOf(version) + 1);
  return withPart(environment, name, withBefore({ ...withoutCanary(now), version }, before));
};

/**
 * The environment in which some browsers and the members of `groups` get another version of a remote. If the remote is
 * new, only they have it.
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
    throw new Error(`${name} is not a remote of ${environment.environment}: a canary is a version of a remote.`);
  if (!percent().safeParse(part).success || (part === 0 && !groups))
    throw new Error(`${part} is not a share: give a whole number from 1 to 99.`);
  const more = groups ? { groups: [...groups] } : {};
  return withPart(
    environment,
    name,
    now.version !== undefined && now.share === undefined
      ? { ...now, version: now.version, canary: { version, percent: part, ...more } }
      : { ...now, version, share: part, ...more },
  );
};

/** The environment with these settings of a remote, in place of all earlier ones. */
export const withConfiguration = (environment: Environment, name: string, values: Configuration): Environment => {
  const { [name]: _, ...others } = environment.configuration ?? {};
  const configuration = Object.keys(values).length > 0 ? { ...others, [name]: { ...values } } : others;
  return { ...environment, configuration };
};

/** The environment in which a flag is on for those whom `rules` match; undefined: as its remote declares it. */
export const withFlag = (environment: Environment, name: string, rules: Rollout | undefined): Environment => {
  const { [name]: _, ...others } = environment.flags ?? {};
  const { flags: __, ...rest } = environment;
  const flags = rules ? { ...others, [name]: [...rules] } : others;
  return Object.keys(flags).length > 0 ? { ...rest, flags } : rest;
};

/** The environment with a preview until `ends`; undefined: without the preview. */
export const withPreview = (environment: Environment, title: string, ends: string | undefined): Environment => {
  const { [title]: _, ...others } = environment.previews ?? {};
  return { ...environment, previews: ends === undefined ? others : { ...others, [title]: ends } };
};

const remoteIn = (environment: Environment, name: string): Pin => {
  const pin = environment.remotes[name];
  if (!pin) throw new Error(`${name} is not a remote of ${environment.environment}.`);
  return pin;
};

/** The environment without a remote and everything that belonged to it. */
export const withoutRemote = (environment: Environment, name: string): Environment => {
  remoteIn(environment, name);
  const { remotes, owners, configuration, flags, ...rest } = environment;
  const without = <T>(all: Readonly<Record<string, T>>, isRemoved: (key: string, value: T) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([key, value]) => !isRemoved(key, value)));
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

/**
 * The environment with a remote disabled or enabled. Versions, canary and everything that belongs to the remote stay.
 */
export const withDisabled = (environment: Environment, name: string, disabled: boolean): Environment => {
  const { disabled: _, ...pin } = remoteIn(environment, name);
  return withPart(environment, name, disabled ? { ...pin, disabled } : pin);
};

/**
 * The environment before the last step of a part: without its canary, otherwise with the version to fall back to. A
 * remote that only some browsers had is removed.
 */
export const rolledBack = (environment: Environment, name: string): Environment => {
  const now = pinOf(environment, name);
  if (!now) throw new Error(`${environment.environment} pins no ${name}.`);
  if (now.share !== undefined) return withoutRemote(environment, name);
  if (now.canary) return withPart(environment, name, withoutCanary(now));
  const { previous, version } = now;
  if (previous === undefined)
    throw new Error(`${environment.environment} has no version of ${name} before ${version}.`);
  const all = versionsBefore(now);
  return withPart(environment, name, withBefore({ ...now, version: previous }, all.slice(all.indexOf(previous) + 1)));
};
