import { problemsOfSet } from './deployable.ts';
import {
  type Environment,
  environmentNames,
  pinOf,
  readEnvironment,
  withPin,
  writeEnvironment,
} from './environment.ts';
import { publish } from './publish.ts';
import { pinnedSet, type WorkspaceVersions } from './release-set.ts';
import type { Store } from './store.ts';

const usage = `Usage: pnpm release <command>
  publish <package> [...]                    build packages and publish the versions of their package.json
  pin <env> <remote>@<version> [...]         deploy versions to an environment, where the check allows it
  check <env> <remote>@<version> [...]       say whether versions can be deployed to an environment
  status [env]                               what is pinned`;

/** What a command works on; tests give their own. */
export interface ReleaseContext {
  readonly store: Store;
  readonly environments: string;
  readonly say: (line: string) => void;
  /** Versions that stand for `workspace` pins. */
  readonly built: (environment: string) => WorkspaceVersions;
  /** Told of each changed environment. */
  readonly pinned?: (environment: Environment) => void;
}

const parsePin = (text: string): [name: string, version: string] => {
  const match = /^([\w-]+)@([\w.+-]+)$/.exec(text);
  if (!match?.[1] || !match[2]) throw new Error(`${text} is not of the form <remote>@<version>.`);
  return [match[1], match[2]];
};

const changed = (environment: Environment, pins: readonly string[]): Environment =>
  pins.reduce((so, text) => withPin(so, ...parsePin(text)), environment);

/** Whether all that an environment pins is published: it is not before its first deployment. */
const complete = ({ store }: ReleaseContext, environment: Environment, built: WorkspaceVersions): boolean =>
  ['shell', 'service', ...Object.keys(environment.remotes)].every((name) => {
    const pinned = pinOf(environment, name)?.version;
    const version = pinned === 'workspace' ? built[name] : pinned;
    return version !== undefined && store.has(name, version);
  });

/** Problems that the pins bring, not those that an environment had before. */
const newProblems = (context: ReleaseContext, before: Environment, after: Environment): string[] => {
  const built = context.built(before.environment);
  const of = (environment: Environment) => problemsOfSet(pinnedSet(environment, context.store, built));
  const found = of(after);
  const known = new Set(complete(context, before, built) ? of(before) : []);
  const pinnedNow = new Set(
    Object.keys({ shell: 1, service: 1, ...after.remotes }).filter(
      (name) => pinOf(after, name)?.version !== pinOf(before, name)?.version,
    ),
  );
  return found.filter((why) => !known.has(why) || pinnedNow.has(why.split('@')[0] ?? ''));
};

const judge = (context: ReleaseContext, name: string, pins: readonly string[]) => {
  if (pins.length === 0) throw new Error(usage);
  const before = readEnvironment(name, context.environments);
  const after = changed(before, pins);
  return { before, after, problems: newProblems(context, before, after) };
};

const commands: Record<string, (context: ReleaseContext, args: readonly string[]) => Promise<number> | number> = {
  async publish({ store, say }, names) {
    if (names.length === 0) throw new Error(usage);
    for (const name of names) {
      const { version, files } = await publish(store, name);
      const size = files.reduce((sum, { brotli }) => sum + brotli, 0);
      say(`${name}@${version} is published: ${files.length} files, ${(size / 1024).toFixed(1)} kB.`);
    }
    return 0;
  },
  check(context, [name = '', ...pins]) {
    const { problems } = judge(context, name, pins);
    for (const why of problems) context.say(`- ${why}`);
    const verdict = problems.length === 0 ? 'can be deployed to' : 'cannot be deployed to';
    context.say(`${pins.join(', ')} ${verdict} ${name}.`);
    return problems.length === 0 ? 0 : 1;
  },
  pin(context, [name = '', ...pins]) {
    const { after, problems } = judge(context, name, pins);
    for (const why of problems) context.say(`- ${why}`);
    if (problems.length > 0) {
      context.say(`Nothing was changed: ${pins.join(', ')} cannot be deployed to ${name}.`);
      return 1;
    }
    writeEnvironment(after, context.environments);
    context.pinned?.(after);
    for (const text of pins) {
      const [remote] = parsePin(text);
      const previous = pinOf(after, remote)?.previous;
      context.say(`${name}: ${text}${previous ? ` (before: ${previous})` : ''}`);
    }
    return 0;
  },
  status({ store, environments, say, built }, [only]) {
    for (const name of only ? [only] : environmentNames(environments)) {
      const environment = readEnvironment(name, environments);
      say(name);
      for (const remote of ['shell', 'service', ...Object.keys(environment.remotes)]) {
        const pin = pinOf(environment, remote);
        if (!pin) continue;
        const version = pin.version === 'workspace' ? built(name)[remote] : pin.version;
        const state = version && store.has(remote, version) ? '' : '  not published';
        const shown = pin.version === 'workspace' ? `workspace${version ? ` (${version})` : ''}` : pin.version;
        say(`  ${remote.padEnd(14)} ${shown}${pin.previous ? `, before ${pin.previous}` : ''}${state}`);
      }
    }
    return 0;
  },
};

/** Runs one release command and answers its exit code: 0 done, 1 refused. */
export const runRelease = async (context: ReleaseContext, [command = '', ...args]: readonly string[]) => {
  try {
    const run = commands[command];
    if (!run) throw new Error(usage);
    return await run(context, args);
  } catch (error) {
    context.say(error instanceof Error ? error.message : String(error));
    return 1;
  }
};
