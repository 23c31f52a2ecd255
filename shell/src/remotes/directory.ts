import type { ModalSize } from '@atrium/shared-kernel/contracts/define';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { FailureReports } from './failure.ts';
import type { Remote } from './remote.model.ts';

/** A module of a remote, found by what it is for. */
export interface Entry {
  readonly remote: Remote;
  readonly expose: string;
}
export interface RouteEntry extends Entry {
  readonly path: string;
  readonly title: string;
}
export interface DialogEntry extends Entry {
  readonly title: string;
  readonly size: ModalSize;
}

/** Who fills what, from the contracts that are recorded in the release set: no remote is known by name. */
export interface Directory {
  readonly routes: readonly RouteEntry[];
  slot(name: string): Entry | undefined;
  dialog(name: string): DialogEntry | undefined;
  /** Dialogs that a key opens, by that key. */
  readonly shortcuts: ReadonlyMap<string, string>;
}

/** What the release set does not give to a remote that claims it is left out, and reported with both names. */
export const createDirectory = (
  { owners, remotes }: ReleaseSet,
  remoteFor: (name: string) => Remote,
  report: FailureReports['report'],
): Directory => {
  const routes: RouteEntry[] = [];
  const slots = new Map<string, Entry>();
  const dialogs = new Map<string, DialogEntry>();
  const shortcuts = new Map<string, string>();
  const isOwn = ({ name, version }: Release, expose: string, claim: string): boolean => {
    const theirs = owners?.[claim] ?? [];
    if (!owners || theirs.includes(name)) return true;
    const reason = `claims the ${claim}, which belongs to ${theirs.join(' and ') || 'nobody'}`;
    report({ remote: name, version, expose, phase: 'entry', reason, recovered: false });
    return false;
  };
  for (const release of remotes) {
    const { name, contract } = release;
    const remote = remoteFor(name);
    for (const route of contract.routes)
      if (isOwn(release, route.expose, `route ${route.path}`)) routes.push({ remote, ...route });
    for (const { slot, expose } of contract.fills)
      if (isOwn(release, expose, `slot ${slot}`)) slots.set(slot, { remote, expose });
    for (const { dialog, title, size, expose, shortcut } of contract.dialogs) {
      if (!isOwn(release, expose, `dialog ${dialog}`)) continue;
      dialogs.set(dialog, { remote, expose, title, size: size as ModalSize });
      if (shortcut && isOwn(release, expose, `shortcut ${shortcut}`)) shortcuts.set(shortcut, dialog);
    }
  }
  return { routes, shortcuts, slot: (name) => slots.get(name), dialog: (name) => dialogs.get(name) };
};
