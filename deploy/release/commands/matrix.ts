import { problemsOf } from '../deployable.ts';
import { type Environment, partNames, pinOf } from '../environment.ts';
import type { ReleaseRecord } from '../record.ts';
import { isPreviewVersion } from '../preview.ts';
import { pinnedSet } from '../release-set.ts';
import { type Command, done, refused, type ReleaseContext, required } from './command.ts';

interface Cell {
  readonly shell: string;
  readonly problems: readonly string[];
}
interface Row {
  readonly remote: string;
  readonly version: string;
  readonly cells: readonly Cell[];
}

const builds = /-[wd]\.[0-9a-f]{8}$/;

/** Versions of a part that browsers may load together: pinned, the one before, its canary, and the newest published. */
const versionsOf = ({ store, built }: ReleaseContext, environment: Environment, name: string): ReleaseRecord[] => {
  const { version = '', previous, canary } = pinOf(environment, name) ?? {};
  const pinned = version === 'workspace' ? built(environment.environment)[name] : version;
  const newest = store
    .versions(name)
    .filter((one) => !builds.test(one) && !isPreviewVersion(one))
    .at(-1);
  const wanted = [pinned, previous, canary?.version, newest].filter((one) => one !== undefined);
  return [...new Set(wanted)].filter((one) => store.has(name, one)).map((one) => store.read(name, one));
};

const rowsOf = (context: ReleaseContext, environment: Environment): Row[] => {
  const set = pinnedSet(environment, context.store, context.built(environment.environment));
  const shells = versionsOf(context, environment, 'shell');
  return partNames(environment)
    .filter((name) => name !== 'shell' && name !== 'service')
    .flatMap((name) => versionsOf(context, environment, name))
    .map((record) => ({
      remote: record.name,
      version: record.version,
      cells: shells.map((shell) => ({
        shell: shell.version,
        problems: problemsOf(record, {
          ...set,
          shell,
          remotes: set.remotes.map((one) => (one.name === record.name ? record : one)),
        }),
      })),
    }));
};

export const matrix: Command = {
  args: '<env>',
  does: 'show which versions of remotes are compatible with which shells: pinned, previous, canary and newest',
  async run(context, [env]) {
    const environment = await context.registry.read(required(env, 'The environment'));
    const rows = rowsOf(context, environment);
    const shells = rows[0]?.cells.map(({ shell }) => `shell@${shell}`) ?? [];
    const wide = Math.max(...rows.map(({ remote, version }) => remote.length + version.length + 1), 0);
    const line = (head: string, cells: readonly string[]) =>
      [head.padEnd(wide), ...cells.map((cell, at) => cell.padEnd(shells[at]?.length ?? 0))].join('  ').trimEnd();
    const problems = [...new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.problems)))];
    const lines = [
      line('', shells),
      ...rows.map(({ remote, version, cells }) =>
        line(
          `${remote}@${version}`,
          cells.map((cell) => (cell.problems.length === 0 ? 'fits' : 'does not')),
        ),
      ),
      ...problems.map((problem) => `- ${problem}`),
    ];
    return (problems.length === 0 ? done : refused)(lines, { matrix: rows });
  },
};
