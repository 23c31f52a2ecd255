import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { workspace } from './data-folder.ts';
import { writeAtomically } from './write-atomically.ts';

/** `workspace`: what the sources are just now; else an exact version in the store. */
const pin = () => z.strictObject({ version: z.string(), previous: z.optional(z.string()) });
const environment = () =>
  z.strictObject({ environment: z.string(), shell: pin(), service: pin(), remotes: z.record(z.string(), pin()) });

export type Pin = z.infer<ReturnType<typeof pin>>;
export type Environment = z.infer<ReturnType<typeof environment>>;

export const environmentsFolder = join(workspace, 'deploy/environments');

export const environmentNames = (folder = environmentsFolder): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));

/** Throws a sentence where the environment does not exist or its file is not one. */
export const readEnvironment = (name: string, folder = environmentsFolder): Environment => {
  const file = join(folder, `${name}.json`);
  if (!/^[\w-]+$/.test(name) || !existsSync(file))
    throw new Error(`There is no environment ${name}: there are ${environmentNames(folder).join(', ')}.`);
  return environment().parse(JSON.parse(readFileSync(file, 'utf8')));
};

const spaced = (value: object) => JSON.stringify(value, undefined, 1).replaceAll(/\n\s*/g, ' ');

/** One line for each pin, so that a pin changes exactly one line. */
export const environmentText = ({ environment: name, shell, service, remotes }: Environment): string => {
  const lines = Object.entries(remotes).map(([remote, one]) => `    ${JSON.stringify(remote)}: ${spaced(one)}`);
  return `{
  "environment": ${JSON.stringify(name)},
  "shell": ${spaced(shell)},
  "service": ${spaced(service)},
  "remotes": {
${lines.join(',\n')}
  }
}
`;
};

export const writeEnvironment = (environment: Environment, folder = environmentsFolder): void =>
  writeAtomically(join(folder, `${environment.environment}.json`), environmentText(environment));

/** The pin of a name; undefined for a remote that the environment does not know yet. */
export const pinOf = (environment: Environment, name: string): Pin | undefined =>
  name === 'shell' || name === 'service' ? environment[name] : environment.remotes[name];

/**
 * The environment with one pin changed; the version that was pinned becomes the previous good one. Going back to the
 * previous one leaves none: what was taken back is nothing to fall back to.
 */
export const withPin = (environment: Environment, name: string, version: string): Environment => {
  const before = pinOf(environment, name);
  if (before?.version === version) return environment;
  const good = before && before.version !== 'workspace' && before.previous !== version;
  const previous = good ? before.version : undefined;
  const next: Pin = previous ? { version, previous } : { version };
  return name === 'shell' || name === 'service'
    ? { ...environment, [name]: next }
    : { ...environment, remotes: { ...environment.remotes, [name]: next } };
};
