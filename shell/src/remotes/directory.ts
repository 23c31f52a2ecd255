import type { ModalSize } from '@atrium/shared-kernel/contracts/define';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { sentenceFor } from './disabled-sentences.ts';
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

/**
 * Which remote fills which slot, route or dialog, from the contracts in the release set. No remote is known by name.
 */
export interface Directory {
  readonly routes: readonly RouteEntry[];
  slot(name: string): Entry | undefined;
  dialog(name: string): DialogEntry | undefined;
  /** Dialogs that a key opens, by that key. */
  readonly shortcuts: ReadonlyMap<string, string>;
  /**
   * The sentence for a claim of a disabled remote, such as `route /join` or `dialog chat.share`. Undefined for other
   * claims.
   */
  disabled(claim: string): string | undefined;
  /** Paths whose pages are disabled. */
  readonly disabledPaths: readonly string[];
}

/** Claims that the release set assigns to another remote are left out; `reportForeignClaims` reports them. */
export const createDirectory = (
  { owners, remotes, disabled = {} }: ReleaseSet,
  remoteFor: (name: string) => Remote,
): Directory => {
  const routes: RouteEntry[] = [];
  const slots = new Map<string, Entry>();
  const dialogs = new Map<string, DialogEntry>();
  const shortcuts = new Map<string, string>();
  for (const { name, contract } of remotes) {
    const remote = remoteFor(name);
    const owns = (claim: string) => !owners || owners[claim]?.includes(name);
    for (const route of contract.routes) if (owns(`route ${route.path}`)) routes.push({ remote, ...route });
    for (const { slot, expose } of contract.fills) if (owns(`slot ${slot}`)) slots.set(slot, { remote, expose });
    for (const { dialog, title, size, expose, shortcut } of contract.dialogs) {
      if (!owns(`dialog ${dialog}`)) continue;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- recorded from a contract, where it is one of these
      dialogs.set(dialog, { remote, expose, title, size: size as ModalSize });
      if (shortcut && owns(`shortcut ${shortcut}`)) shortcuts.set(shortcut, dialog);
    }
  }
  return {
    routes,
    shortcuts,
    slot: (name) => slots.get(name),
    dialog: (name) => dialogs.get(name),
    disabled: (claim) => (Object.hasOwn(disabled, claim) ? disabled[claim] || sentenceFor(claim) : undefined),
    disabledPaths: Object.keys(disabled).flatMap((claim) => (claim.startsWith('route ') ? [claim.slice(6)] : [])),
  };
};
