import { canaryOf, canaryText, type Environment, partNames, pinOf } from '../environment.ts';
import { flagLines } from './flag.ts';
import { type Command, done, type ReleaseContext, required } from './command.ts';

const partsOf = async ({ store, registry, built }: ReleaseContext, environment: Environment) =>
  Promise.all(
    partNames(environment).map(async (name) => {
      const pin = pinOf(environment, name) ?? { version: '' };
      const { version, previous, canary, share, disabled } = pin;
      const actual = version === 'workspace' ? built(environment.environment)[name] : version;
      const good = previous === undefined ? undefined : await registry.good(environment.environment, name, previous);
      return {
        name,
        version,
        actual,
        previous,
        /** Whether the version before was declared good, by a person or because it ran well. */
        ...(previous === undefined ? {} : { previousIsGood: good !== undefined }),
        canary,
        share,
        /** Who gets a version that not everyone gets. */
        ...(share === undefined ? {} : { for: canaryText(canaryOf(pin) ?? { version, percent: share }) }),
        disabled,
        published: actual !== undefined && store.has(name, actual),
        withdrawn: actual === undefined ? undefined : (await registry.withdrawn(name, actual))?.why,
      };
    }),
  );
type Part = Awaited<ReturnType<typeof partsOf>>[number];

const lineOf = ({
  name,
  version,
  actual,
  previous,
  previousIsGood,
  canary,
  for: only,
  disabled,
  published,
  withdrawn,
}: Part): string =>
  [
    `  ${name.padEnd(14)} ${version === 'workspace' && actual ? `workspace (${actual})` : version}`,
    only === undefined ? '' : `, for ${only} only`,
    previous ? `, before ${previous}${previousIsGood ? ' (good)' : ''}` : '',
    canary ? `, ${canaryText(canary)} get ${canary.version}` : '',
    disabled ? ', disabled' : '',
    published ? '' : '  not published',
    withdrawn ? `  withdrawn: ${withdrawn}` : '',
  ].join('');

/** What an environment configures for its remotes. */
const settingLines = ({ configuration = {} }: Environment): string[] =>
  Object.entries(configuration).map(([remote, values]) => `  configuration of ${remote}: ${JSON.stringify(values)}`);

export const status: Command = {
  args: '[env]',
  does: 'show pins, settings of remotes, and for whom flags are on',
  async run(context, [only]) {
    const names = only ? [only] : await context.registry.environments();
    const found = await Promise.all(
      names.map(async (name) => {
        const environment = await context.registry.read(name);
        const { configuration = {}, flags = {}, previews = {} } = environment;
        const parts = await partsOf(context, environment);
        const opened = Object.entries(previews).map(([title, ends]) => `  preview of ${title} until ${ends}`);
        const more = [...settingLines(environment), ...flagLines(context, environment), ...opened];
        return { shown: { environment: name, parts, configuration, flags, previews }, more };
      }),
    );
    const lines = found.flatMap(({ shown: { environment, parts }, more }) => [
      environment,
      ...parts.map(lineOf),
      ...more,
    ]);
    return done(lines, { environments: found.map(({ shown }) => shown) });
  },
};

export const users: Command = {
  args: '<env> <module>[.<export>]',
  does: 'show what breaks if the shell no longer provides an export: rxjs.share, ui/button, ui/button.IconButton',
  async run({ registry, store, built }, [env, wanted]) {
    const environment = await registry.read(required(env, 'The environment'));
    const [part = '', name] = required(wanted, 'The module').split('.');
    const versions = Object.keys(environment.remotes).flatMap((remote) => {
      const { version, canary } = pinOf(environment, remote) ?? { version: '' };
      const actual = version === 'workspace' ? built(environment.environment)[remote] : version;
      return [actual, canary?.version].flatMap((one) => (one && store.has(remote, one) ? [{ remote, one }] : []));
    });
    const found = versions.flatMap(({ remote, one }) =>
      Object.entries(store.read(remote, one).contract.takes ?? {})
        .filter(([module]) => module === part || module === `@atrium/shared-kernel/${part}`)
        .map(([module, names]) => ({
          remote,
          version: one,
          module,
          names: names.filter((each) => name === undefined || each === name),
        }))
        .filter(({ names }) => names.length > 0),
    );
    const lines = found.map(
      ({ remote, version, module, names }) => `${remote}@${version}  ${module}: ${names.join(', ')}`,
    );
    return done(lines.length > 0 ? lines : [`Nothing that ${env} pins uses ${wanted}.`], { users: found });
  },
};

const shownAt = (iso: string) => iso.replace('T', ' ').slice(0, 19);

export const history: Command = {
  args: '<env>',
  does: 'show who changed what, newest first',
  async run({ registry }, [env]) {
    const name = required(env, 'The environment');
    await registry.read(name);
    const entries = await registry.history(name);
    const lines = entries.flatMap(({ at, by, changes, why }) =>
      changes.map(
        ({ part, from, to, how }) =>
          `${shownAt(at)} UTC  ${by}  ${how}: ${part} ${from ?? 'nothing'} → ${to ?? 'nothing'}${why ? ` (${why})` : ''}`,
      ),
    );
    return done(lines.length > 0 ? lines : [`${name} has not been changed by this command yet.`], { entries });
  },
};

const kinds = ['supplies', 'opens', 'emits', 'handles', 'calls', 'answers'] as const;
type Surface = Record<(typeof kinds)[number], readonly { name: string; version: number }[]>;
const words: Record<keyof Surface, string> = {
  supplies: 'dialog',
  opens: 'opened dialog',
  emits: 'event',
  handles: 'handled event',
  calls: 'call',
  answers: 'answered call',
};

/** What a contract gains and loses: `+ call chat.getChat`, `- event chat.named`. */
const contractChanges = (before: Surface, after: Surface): string[] =>
  kinds.flatMap((kind) => {
    const ids = (surface: Surface) =>
      surface[kind].map(({ name, version }) => `${words[kind]} ${name} version ${version}`);
    const [was, is] = [ids(before), ids(after)];
    return [
      ...is.filter((one) => !was.includes(one)).map((one) => `+ ${one}`),
      ...was.filter((one) => !is.includes(one)).map((one) => `- ${one}`),
    ];
  });

export const diff: Command = {
  args: '<env> <env>',
  does: 'show how the pins of two environments differ, with what the contracts gain and lose',
  async run(context, [one, other]) {
    const { registry, store, built } = context;
    const [from, to] = [
      await registry.read(required(one, 'The first environment')),
      await registry.read(required(other, 'The second environment')),
    ];
    const actual = (environment: Environment, name: string) => {
      const version = pinOf(environment, name)?.version;
      return version === 'workspace' ? built(environment.environment)[name] : version;
    };
    const changes = [...new Set([...partNames(from), ...partNames(to)])].flatMap((name) => {
      const [before, after] = [actual(from, name), actual(to, name)];
      if (before === after) return [];
      const known = before && after && store.has(name, before) && store.has(name, after);
      const contract = known
        ? contractChanges(store.read(name, before).contract, store.read(name, after).contract)
        : [];
      return [{ name, from: before, to: after, contract }];
    });
    const lines = changes.flatMap(({ name, from: before, to: after, contract }) => [
      `${name.padEnd(14)} ${before ?? 'nothing'} → ${after ?? 'nothing'}`,
      ...contract.map((line) => `  ${line}`),
    ]);
    return done(lines.length > 0 ? lines : [`${one} and ${other} pin the same.`], { changes });
  },
};
