import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { workspace } from './data-folder.ts';
import { writeAtomically } from './write-atomically.ts';

const percent = () => z.int().check(z.gte(1), z.lte(99));
/**
 * `workspace`: what the sources are just now; else an exact version in the store. `previous`: the good one before it.
 * `canary`: another version for that many of a hundred browsers.
 */
const pin = () =>
  z.strictObject({
    version: z.string(),
    previous: z.optional(z.string()),
    canary: z.optional(z.strictObject({ version: z.string(), percent: percent() })),
  });
/** `owners`: whose each dialog and route is that the kernel's contracts do not declare: `"route /news": "mf-news"`. */
const environment = () =>
  z.strictObject({
    environment: z.string(),
    shell: pin(),
    service: pin(),
    remotes: z.record(z.string(), pin()),
    owners: z.optional(z.record(z.string(), z.string())),
  });

export type Pin = z.infer<ReturnType<typeof pin>>;
export type Environment = z.infer<ReturnType<typeof environment>>;

/** Holds the pins: ATRIUM_ENVIRONMENTS, else the folder of the sources. */
export const environmentsFolder = resolve(process.env['ATRIUM_ENVIRONMENTS'] ?? join(workspace, 'deploy/environments'));

export const environmentNames = (folder = environmentsFolder): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
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
  const parsed = environment().safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The pins of ${name} are not valid: ${paths}.`);
};

const spaced = (value: object | string) => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');

/** One line for each pin, so that a pin changes exactly one line. */
export const environmentText = ({ environment: name, shell, service, remotes, owners = {} }: Environment): string => {
  const linesOf = (all: Readonly<Record<string, object | string>>) =>
    Object.entries(all).map(([key, one]) => `    ${JSON.stringify(key)}: ${spaced(one)}`);
  const owned = linesOf(owners);
  return `{
  "environment": ${JSON.stringify(name)},
  "shell": ${spaced(shell)},
  "service": ${spaced(service)},
  "remotes": {
${linesOf(remotes).join(',\n')}
  }${owned.length > 0 ? `,\n  "owners": {\n${owned.join(',\n')}\n  }` : ''}
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

/**
 * The environment with one pin changed; the version that was pinned becomes the previous good one. Going back to the
 * previous one leaves none: what was taken back is nothing to fall back to.
 */
export const withPin = (environment: Environment, name: string, version: string): Environment => {
  const before = pinOf(environment, name);
  if (before?.version === version && !before.canary) return environment;
  const good = before && before.version !== 'workspace' && before.version !== version && before.previous !== version;
  const inherited = before?.version === version ? before.previous : undefined;
  const previous = good ? before.version : inherited;
  return withPart(environment, name, previous ? { version, previous } : { version });
};

/** The environment in which some browsers get another version of a remote. */
export const withCanary = (environment: Environment, name: string, version: string, part: number): Environment => {
  const before = environment.remotes[name];
  if (!before)
    throw new Error(`${name} is no remote of ${environment.environment}: a canary is a version of a remote.`);
  if (!percent().safeParse(part).success) throw new Error(`${part} is no share: give a whole number from 1 to 99.`);
  return withPart(environment, name, { ...before, canary: { version, percent: part } });
};

/** The environment before the last step of a part: without its canary, else with the version before. */
export const rolledBack = (environment: Environment, name: string): Environment => {
  const before = pinOf(environment, name);
  if (!before) throw new Error(`${environment.environment} pins no ${name}.`);
  const { canary, previous, version } = before;
  if (canary) return withPart(environment, name, previous ? { version, previous } : { version });
  if (!previous) throw new Error(`${environment.environment} knows no version of ${name} before ${version}.`);
  return withPart(environment, name, { version: previous });
};
