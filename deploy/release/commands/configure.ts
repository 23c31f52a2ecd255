import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Configuration, configurationLines, unknownFields, valueFrom } from '../configuration.ts';
import { type Environment, withConfiguration } from '../environment.ts';
import { change } from './change.ts';
import { type Command, done, type ReleaseContext, required, UsageError } from './command.ts';

/** The configuration schemas that a remote's pinned version, and its canary, recorded. */
const schemasOf = ({ store, built }: ReleaseContext, environment: Environment, remote: string) => {
  const pin = environment.remotes[remote];
  if (!pin) throw new Error(`${environment.environment} pins no ${remote}.`);
  const version = pin.version === 'workspace' ? built(environment.environment)[remote] : pin.version;
  return [version, pin.canary?.version].flatMap((one) =>
    one !== undefined && store.has(remote, one) ? [store.read(remote, one).contract.configuration] : [],
  );
};

const fileOf = (path: string): Configuration => {
  const found = z.record(z.string(), z.unknown()).safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!found.success) throw new UsageError(`${path} does not contain a JSON object of settings.`);
  return found.data;
};

interface Options {
  /** Replaces all earlier settings. */
  readonly file?: Configuration;
  /** An empty text removes the setting. */
  readonly settings: readonly (readonly [key: string, text: string])[];
}

const parseOptions = (args: readonly string[]): Options => {
  const at = args.indexOf('--file');
  const path = at < 0 ? undefined : required(args[at + 1], 'The file');
  const others = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
  const settings = others.map((text): [string, string] => {
    const [, key, value] = /^([\w-]+)=([^]*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined) throw new UsageError(`${text} is not of the form <key>=<value>.`);
    return [key, value];
  });
  return path === undefined ? { settings } : { file: fileOf(path), settings };
};

export const configure: Command = {
  args: '<env> <remote> [key=value ...] [--file x.json]',
  does: 'configure a remote in an environment without a release; key= removes a setting. No secrets: pages contain it',
  async run(context, [env, name, ...args]) {
    const environment = required(env, 'The environment');
    const remote = required(name, 'The remote');
    const { file, settings } = parseOptions(args);
    if (file === undefined && settings.length === 0) {
      const now = await context.registry.read(environment);
      const values = now.configuration?.[remote] ?? {};
      const lines = configurationLines(schemasOf(context, now, remote)[0], values);
      return done(lines.length > 0 ? lines : [`${remote} has no settings.`], { environment, remote, values });
    }
    const make = (now: Environment): Environment => {
      const schemas = schemasOf(context, now, remote);
      const set = settings.filter(([, text]) => text !== '');
      const knowing = (key: string) => schemas.find((one) => unknownFields([one], { [key]: true }).length === 0);
      const values = Object.fromEntries([
        ...Object.entries(file ?? now.configuration?.[remote] ?? {}).filter(
          ([key]) => !settings.some(([changed]) => changed === key),
        ),
        ...set.map(([key, text]) => [key, valueFrom(knowing(key), key, text)]),
      ]);
      const changedValues = Object.fromEntries(
        Object.entries(values).filter(([key]) => file || set.some(([one]) => one === key)),
      );
      const [unknown] = unknownFields(schemas, changedValues);
      if (unknown !== undefined) throw new Error(`${remote} has no setting ${unknown} in what ${environment} pins.`);
      return withConfiguration(now, remote, values);
    };
    return change(context, { environment, how: 'configure', make });
  },
};
