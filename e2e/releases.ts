import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { build, publish, releaseOf } from '@atrium/deploy/release/publish';
import { type EnvironmentSet, type SignedRelease, signedReleaseOf, ownersIn } from '@atrium/deploy/release/release-set';
import { writeSignedSet } from '@atrium/deploy/release/hand-signed';
import { setFile } from '@atrium/deploy/release/signed-set';
import { effectiveSet, readBuilt } from '@atrium/deploy/release/effective-set';
import { readEnvironment, writeEnvironment } from '@atrium/deploy/release/environment';
import { vendoredReleases } from '@atrium/deploy/release/vendored-releases';
import { folderRegistry } from '@atrium/deploy/release/registry';
import { runRelease } from '@atrium/deploy/release/run-release';
import { openStore } from '@atrium/deploy/release/store';

export const remotes = ['mf-auth', 'mf-chat', 'mf-workspace', 'mf-teams', 'mf-billing'] as const;
export type RemoteName = (typeof remotes)[number];
type PinnedRemote = SignedRelease & { readonly previous?: SignedRelease | undefined };
export type Fault =
  | 'throws-at-load'
  | 'throws-in-bootstrap'
  | 'throws-in-mount'
  | 'throws-in-render'
  | 'throws-in-handler'
  | 'throws-in-unmount'
  | 'loops-in-render';

const environment = 'local';
const storeOf = (data: string) => openStore(join(data, 'store'));

export const setText = (data: string): string => readFileSync(setFile(data, environment), 'utf8');
const readSet = (data: string) => JSON.parse(setText(data)) as EnvironmentSet;

/** Replaces a remote's release in the set, as an operator's pin does. Resolves to the text that it replaced. */
export const pin = (data: string, name: RemoteName, release: PinnedRemote): string => {
  const before = setText(data);
  const set = readSet(data);
  const remotesNow = set.remotes.map((one) => (one.name === name ? release : one));
  writeSignedSet(data, { ...set, id: `${set.id.slice(0, 8)}${Date.now().toString(16)}`, remotes: remotesNow });
  return before;
};

/** Adds a remote that no pin names to the end of the set. Resolves to the text that it replaced. */
export const add = (data: string, release: SignedRelease): string => {
  const before = setText(data);
  const set = readSet(data);
  const composed = [...set.remotes, release];
  const id = `${set.id.slice(0, 8)}${Date.now().toString(16)}`;
  writeSignedSet(data, { ...set, id, owners: ownersIn(composed), remotes: composed });
  return before;
};

/** Restores the set of an earlier text and signs it again, because an already signed number is not accepted twice. */
export const restore = (data: string, text: string): void => writeSignedSet(data, JSON.parse(text) as EnvironmentSet);

export const pinned = (data: string, name: RemoteName): PinnedRemote => {
  const found = readSet(data).remotes.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not pinned.`);
  return found;
};

export const pinnedShell = (data: string): string => readSet(data).shell.version;

/** Publishes a release that is stored next to the pins. */
export const importRelease = (data: string, name: RemoteName, version: string): void => {
  const vendored = vendoredReleases(process.env['ATRIUM_ENVIRONMENTS'] ?? '');
  storeOf(data).importFrom(vendored, vendored.read(name, version));
};

/** Folder of a release's files. */
export const filesOf = (data: string, { name, version }: PinnedRemote): string => storeOf(data).files(name, version);

/** Builds and publishes a release of the remote whose modules have the fault. */
export const publishFault = async (
  data: string,
  name: RemoteName,
  fault: Fault,
  suffix = '',
): Promise<PinnedRemote> => {
  const store = storeOf(data);
  const version = `9.9.9-${fault}${suffix}`;
  if (store.has(name, version)) return signedReleaseOf(store.read(name, version));
  const { default: contract } = (await import(`../${name}/contract.ts`)) as { default: RemoteContract };
  const output = mkdtempSync(join(data, `${name}-${fault}-`));
  Object.assign(process.env, { FAULTY_REMOTE: name, FAULT: fault });
  await build(join(import.meta.dirname, 'faults'), output, version, 'production');
  const base = store.read(name, pinned(data, name).version);
  const record = store.publish(
    output,
    (files) => ({
      name,
      version,
      kernel: base.kernel,
      contract: base.contract,
      release: releaseOf(contract, output, version, base.kernel, files),
    }),
    true,
  );
  rmSync(output, { recursive: true, force: true });
  return signedReleaseOf(record);
};

/**
 * Pins a stored shell, with the log-in of its release. Gives a function that restores the earlier pins, without
 * canaries.
 */
export const pinShell = async (data: string, version: string): Promise<() => Promise<void>> => {
  const folder = process.env['ATRIUM_ENVIRONMENTS'] ?? '';
  const before = readEnvironment(environment, folder);
  const vendored = vendoredReleases(folder);
  if (version !== 'workspace') {
    for (const name of ['shell', 'mf-auth']) storeOf(data).importFrom(vendored, vendored.read(name, version));
    const remotesNow = { ...before.remotes, 'mf-auth': { version } };
    writeEnvironment({ ...before, shell: { version }, remotes: remotesNow }, folder);
  }
  await release(data, 'sign', environment);
  return async () => {
    writeEnvironment(before, folder);
    await release(data, 'sign', environment);
  };
};

/** Builds and publishes the remote's sources as another version. */
export const publishAs = async (data: string, name: RemoteName, version: string): Promise<PinnedRemote> => {
  process.env['ATRIUM_DATA'] = data;
  const record = await publish(storeOf(data), name, { version });
  return signedReleaseOf(record);
};

/** Runs a release command on the pins of the running product. Resolves to its `--json` output. */
export const release = async (data: string, ...args: string[]): Promise<Record<string, unknown>> => {
  const printed: string[] = [];
  const store = storeOf(data);
  await runRelease(
    {
      store,
      data,
      registry: folderRegistry(process.env['ATRIUM_ENVIRONMENTS'] ?? '', data),
      built: (name) => readBuilt(data, name),
      pinned: (changed) => effectiveSet(data, changed, store),
    },
    [...args, '--json'],
    (line) => printed.push(line),
  );
  return JSON.parse(printed.join('')) as Record<string, unknown>;
};
