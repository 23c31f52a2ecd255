// Declared in mf-teams/dialogs.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-teams';

export const admin = {
  kind: 'dialog',
  name: 'teams.admin',
  owner,
  version: 1,
  title: 'Team Management',
  size: 'large',
  /** Without a team, the active team of the session. */
  props: () => z.object({ teamId: z.optional(id()) }),
} as const satisfies DialogDef;

export const seats = {
  kind: 'dialog',
  name: 'teams.seats',
  owner,
  version: 1,
  title: 'Adjust Team Seats',
  size: 'small',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;

export const role = {
  kind: 'dialog',
  name: 'teams.role',
  owner,
  version: 1,
  title: 'Role',
  size: 'small',
  /** `memberId`: the member that a new role is created for. */
  props: () => z.object({ teamId: id(), roleId: z.optional(id()), memberId: z.optional(id()) }),
} as const satisfies DialogDef;

export const member = {
  kind: 'dialog',
  name: 'teams.member',
  owner,
  version: 1,
  title: 'Manage Team Member',
  size: 'small',
  props: () => z.object({ teamId: id(), memberId: id() }),
} as const satisfies DialogDef;

export const rename = {
  kind: 'dialog',
  name: 'teams.rename',
  owner,
  version: 1,
  title: 'Rename Team',
  size: 'small',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;

export const joinLink = {
  kind: 'dialog',
  name: 'teams.joinLink',
  owner,
  version: 1,
  title: 'Join Link',
  size: 'small',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;

/** Closes with true if the user is no longer an admin. */
export const transfer = {
  kind: 'dialog',
  name: 'teams.transfer',
  owner,
  version: 1,
  title: 'Transfer Ownership',
  size: 'small',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;

export const activity = {
  kind: 'dialog',
  name: 'teams.activity',
  owner,
  version: 1,
  title: 'Team Activity',
  size: 'medium',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;

export const plan = {
  kind: 'dialog',
  name: 'teams.plan',
  owner,
  version: 1,
  title: 'Plan and Invoices',
  size: 'medium',
  props: () => z.object({ teamId: id() }),
} as const satisfies DialogDef;
