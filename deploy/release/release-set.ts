import { createHash } from 'node:crypto';
import type { PinnedRelease, Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { PinnedSet } from './deployable.ts';
import type { Environment, Pin } from './environment.ts';
import type { ReleaseRecord } from './record.ts';
import type { Store } from './store.ts';

/** Versions that stand for `workspace` pins, by package. */
export type WorkspaceVersions = Readonly<Record<string, string>>;

const versionFor = (name: string, { version }: Pin, built: WorkspaceVersions): string => {
  if (version !== 'workspace') return version;
  const known = built[name];
  if (!known) throw new Error(`${name} is pinned to the workspace and was not built yet: run npm start once.`);
  return known;
};

const releaseOf = (record: ReleaseRecord): Release => {
  if (!record.release) throw new Error(`${record.name}@${record.version} is no remote.`);
  return record.release;
};

/** Records of all that an environment pins. Throws a sentence where one is not published. */
export const pinnedSet = (environment: Environment, store: Store, built: WorkspaceVersions = {}): PinnedSet => {
  const read = (name: string, pin: Pin) => store.read(name, versionFor(name, pin, built));
  return {
    shell: read('shell', environment.shell),
    service: read('service', environment.service),
    remotes: Object.entries(environment.remotes).map(([name, pin]) => read(name, pin)),
  };
};

/** What the edge serves for an environment. */
export const resolveReleaseSet = (
  environment: Environment,
  store: Store,
  built: WorkspaceVersions = {},
): ReleaseSet => {
  const shell = store.read('shell', versionFor('shell', environment.shell, built));
  const remotes = Object.entries(environment.remotes).map(([name, pin]): PinnedRelease => {
    const release = releaseOf(store.read(name, versionFor(name, pin, built)));
    const previous = pin.previous && store.has(name, pin.previous) ? store.read(name, pin.previous) : undefined;
    return previous ? { ...release, previous: releaseOf(previous) } : release;
  });
  const set = {
    environment: environment.environment,
    shell: {
      name: 'shell' as const,
      version: shell.version,
      base: `/assets/shell/${shell.version}/`,
      kernel: shell.kernel,
    },
    remotes,
  };
  const id = createHash('sha256').update(JSON.stringify(set)).digest('hex').slice(0, 16);
  return { environment: set.environment, id, shell: set.shell, remotes };
};

/** One line for each remote. */
export const releaseSetText = ({ environment, id, shell, remotes }: ReleaseSet): string => `{
"environment": ${JSON.stringify(environment)},
"id": ${JSON.stringify(id)},
"shell": ${JSON.stringify(shell)},
"remotes": [
${remotes.map((one) => JSON.stringify(one)).join(',\n')}
]
}
`;
