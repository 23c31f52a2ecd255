import { join } from 'node:path';
import { contractFile, recordPackage, recordService } from '../release/contract-record.ts';
import { workspace } from '../release/data-folder.ts';
import { type PinnedSet, problemsOf, problemsOfSet } from '../release/deployable.ts';
import { type Environment, readEnvironment } from '../release/environment.ts';
import { vendoredRelease } from '../release/vendored-releases.ts';
import type { ReleaseRecord } from '../release/record.ts';
import { packageFolders, packageIn } from '../build/packages.ts';

/** Marks the version of the current sources. */
const now = '+sources';

const versionIn = (name: string) => packageIn(join(workspace, name)).version;

/** The contract that a package would be published with now. */
export const contractOfSources = async (name: string): Promise<ReleaseRecord> => {
  const root = join(workspace, name);
  const common = { name, version: versionIn(name) + now, kernel: versionIn('shared-kernel'), content: '', files: [] };
  if (name === 'service') return { ...common, contract: recordService() };
  const contract = await contractFile(root);
  if (!contract) throw new Error(`${name} has no contract.ts.`);
  return { ...common, contract: recordPackage(contract, root) };
};

export interface Compatibility {
  /**
   * The matrix as text: each remote, pinned and from the sources, with the shell and service of both sides. Below it
   * stands what a remote lacks with the new shell and service among the remotes that are pinned.
   */
  readonly lines: readonly string[];
  /** What must not happen, one sentence each. */
  readonly problems: readonly string[];
}

const withRemote = (set: PinnedSet, remote: ReleaseRecord): PinnedSet => ({
  ...set,
  remotes: set.remotes.map((one) => (one.name === remote.name ? remote : one)),
});
const title = ({ name, version }: ReleaseRecord) => `${name}@${version}`;
const unique = (sentences: readonly string[]) => [...new Set(sentences)];

/**
 * Compares what an environment pins with the sources, in every mixture of old and new that a deployment passes through.
 * The shell and the service are deployed first, so everything that is pinned has to fit the new ones. Then the remotes
 * follow one by one, and none may break another one that is not deployed yet. A new remote that has to wait for the new
 * shell or service is not a problem.
 */
export const compatibility = (pinned: PinnedSet, sources: PinnedSet): Compatibility => {
  const sides = [pinned, sources];
  const cell = (remote: ReleaseRecord, { shell, service }: PinnedSet) =>
    problemsOf(remote, withRemote({ ...pinned, shell, service }, remote));
  const rows = pinned.remotes.flatMap((old) => {
    // A remote of its own repository is the same on both sides.
    const fresh = sources.remotes.find(({ name, version }) => name === old.name && version !== old.version);
    return [old, ...(fresh ? [fresh] : [])].map((remote) => ({
      remote,
      cells: sides.map((side) => cell(remote, side)),
    }));
  });
  /** A new remote waits for whatever else is new and not deployed yet, if it fits once all of that is. */
  const verdict = (remote: ReleaseRecord, problems: readonly string[]) => {
    if (problems.length === 0) return 'fits';
    return sources.remotes.includes(remote) && problemsOf(remote, sources).length === 0 ? 'waits' : 'does not';
  };
  const widest = Math.max(...rows.map(({ remote }) => title(remote).length));
  const lines = [
    [''.padEnd(widest), ...sides.map(({ shell }) => title(shell))].join('  '),
    ...rows.map(({ remote, cells }) =>
      [
        title(remote).padEnd(widest),
        ...cells.map((problems, at) => verdict(remote, problems).padEnd(title(sides[at]?.shell ?? remote).length)),
      ]
        .join('  ')
        .trimEnd(),
    ),
    // The old shell and service lack much of what is new. They are deployed first, so only what is missing then is told.
    ...rows.flatMap(({ cells: [, onceDeployed = []] }) => onceDeployed.map((why) => `- ${why}`)),
  ];
  const shellFirst: PinnedSet = { ...pinned, shell: sources.shell, service: sources.service };
  const oneByOne = sources.remotes.flatMap((fresh) =>
    problemsOfSet(withRemote(shellFirst, fresh)).filter((why) => !why.startsWith(`${title(fresh)} `)),
  );
  const known = new Set(problemsOfSet(pinned));
  return {
    lines,
    problems: unique([
      ...problemsOfSet(pinned).map((why) => `pinned: ${why}`),
      ...problemsOfSet(sources).map((why) => `sources: ${why}`),
      ...[...problemsOfSet(shellFirst), ...oneByOne]
        .filter((why) => !known.has(why))
        .map((why) => `in between: ${why}`),
    ]),
  };
};

const setOf = async (environment: Environment, read: (name: string, version: string) => Promise<ReleaseRecord>) => ({
  shell: await read('shell', environment.shell.version),
  service: await read('service', environment.service.version),
  remotes: await Promise.all(Object.entries(environment.remotes).map(([name, { version }]) => read(name, version))),
});

/**
 * The same for an environment of the workspace, based on the releases that are stored next to its pins. A remote of its
 * own repository has no sources here, so it stays as it is pinned.
 */
export const compatibilityWith = async (name: string, environments: string): Promise<Compatibility> => {
  const environment = readEnvironment(name, environments);
  const stored = async (part: string, version: string) => vendoredRelease(environments, part, version);
  const folders = packageFolders();
  const ofSources = (part: string, version: string) =>
    folders.includes(part) ? contractOfSources(part) : stored(part, version);
  return compatibility(await setOf(environment, stored), await setOf(environment, ofSources));
};
