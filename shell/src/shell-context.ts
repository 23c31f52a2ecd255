import type { Behavior } from '@atrium/shared-kernel/remote';
import { createContext, type ReactNode, useContext } from 'react';
import type { OwnedAlerts } from './alerts/alerts.model.ts';
import type { Stage } from './composition/module.model.ts';
import type { HandOver } from './frame/hand-over.ts';
import type { Modals } from './modals/modals.model.ts';
import type { Directory } from './remotes/directory.ts';

/** What the shell's own components share. */
export interface ShellParts extends Stage {
  readonly directory: Directory;
  readonly frame: HandOver;
  readonly alerts: OwnedAlerts;
  readonly modals: Modals;
  /** What is rendered after the first screen, such as the offer of a newer version. */
  readonly deferred$: Behavior<ReactNode>;
  /** The title of what the page shows now: a chat, a collection, a dialog. Empty for none. */
  readonly shownTitle$: Behavior<string>;
  /** Route areas whose single-spa application is mounted. */
  readonly areas$: Behavior<ReadonlySet<string>>;
  /** Whether the last visit of this browser was signed in. It decides the layout until the session has answered. */
  readonly expectUser: boolean;
  /** Whether this build has the page of the kernel's ui parts. */
  readonly gallery: boolean;
  /** The inspector for developers, if it is on. */
  readonly inspector?: ReactNode;
}

export const ShellContext = createContext<ShellParts | undefined>(undefined);

export const useShell = (): ShellParts => {
  const parts = useContext(ShellContext);
  if (!parts) throw new Error('This component is not rendered inside the shell.');
  return parts;
};
