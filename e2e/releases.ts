import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteContract } from '@atrium/shared-kernel/contracts/define';
import type { PinnedRelease, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { build, publish, releaseOf } from '@atrium/deploy/release/publish';
import { releaseSetText } from '@atrium/deploy/release/release-set';
import { openStore } from '@atrium/deploy/release/store';
import { writeAtomically } from '@atrium/deploy/release/write-atomically';

export const remotes = ['mf-auth', 'mf-chat', 'mf-workspace', 'mf-teams', 'mf-billing'] as const;
export type RemoteName = (typeof remotes)[number];
export type Fault = 'throws-at-load' | 'throws-in-render';

const setFile = (data: string) => join(data, 'environments/local.json');
const storeOf = (data: string) => openStore(join(data, 'store'));

export const setText = (data: string): string => readFileSync(setFile(data), 'utf8');
const readSet = (data: string) => JSON.parse(setText(data)) as ReleaseSet;

/** Puts another release on a remote's line, as an operator's pin does; resolves the text it replaced. */
export const pin = (data: string, name: RemoteName, release: PinnedRelease): string => {
  const before = setText(data);
  const set = readSet(data);
  const remotesNow = set.remotes.map((one) => (one.name === name ? release : one));
  writeAtomically(
    setFile(data),
    releaseSetText({ ...set, id: `${set.id.slice(0, 8)}${Date.now().toString(16)}`, remotes: remotesNow }),
  );
  return before;
};

export const restore = (data: string, text: string): void => writeAtomically(setFile(data), text);

export const pinned = (data: string, name: RemoteName): PinnedRelease => {
  const found = readSet(data).remotes.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not pinned.`);
  return found;
};

/** Builds and publishes a release of the remote whose modules have the fault. */
export const publishFault = async (data: string, name: RemoteName, fault: Fault): Promise<PinnedRelease> => {
  const store = storeOf(data);
  const version = `9.9.9-${fault}`;
  if (store.has(name, version)) return store.read(name, version).release as PinnedRelease;
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
  return record.release as PinnedRelease;
};

/** Builds and publishes the remote's sources as another version. */
export const publishAs = async (data: string, name: RemoteName, version: string): Promise<PinnedRelease> => {
  process.env['ATRIUM_DATA'] = data;
  const record = await publish(storeOf(data), name, { version });
  return record.release as PinnedRelease;
};
