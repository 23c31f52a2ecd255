// Declared in mf-workspace/dialogs.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-workspace';

export const buildAgent = {
  kind: 'dialog',
  name: 'workspace.buildAgent',
  owner,
  version: 1,
  title: 'Build Agent',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

export const editAgent = {
  kind: 'dialog',
  name: 'workspace.editAgent',
  owner,
  version: 1,
  title: 'Agent',
  size: 'medium',
  props: () =>
    z.object({
      agentId: z.optional(id()),
      sharedFrom: z.optional(id()),
      title: z.optional(z.string()),
      instruction: z.optional(z.string()),
      teamId: z.optional(id()),
    }),
} as const satisfies DialogDef;

export const shareAgent = {
  kind: 'dialog',
  name: 'workspace.shareAgent',
  owner,
  version: 1,
  title: 'Share Agent',
  size: 'small',
  props: () => z.object({ agentId: id() }),
} as const satisfies DialogDef;

/** Closes with the saved collection. */
export const editCollection = {
  kind: 'dialog',
  name: 'workspace.editCollection',
  owner,
  version: 1,
  title: 'Collection',
  size: 'small',
  props: () => z.object({ tagId: z.optional(id()), chatId: z.optional(id()) }),
} as const satisfies DialogDef;

export const collections = {
  kind: 'dialog',
  name: 'workspace.collections',
  owner,
  version: 1,
  title: 'Collections',
  size: 'small',
  props: () => z.object({ chatId: id() }),
} as const satisfies DialogDef;

/** Chooses where several chats go. Closes with the chosen collection. */
export const chooseCollection = {
  kind: 'dialog',
  name: 'workspace.chooseCollection',
  owner,
  version: 1,
  title: 'Move to collection',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** Closes with the chosen chat and its matching message. `term` is searched at once. */
export const search = {
  kind: 'dialog',
  name: 'workspace.search',
  owner,
  version: 1,
  title: 'Search chats',
  size: 'medium',
  props: () => z.object({ term: z.optional(z.string()) }),
} as const satisfies DialogDef;

export const help = {
  kind: 'dialog',
  name: 'workspace.help',
  owner,
  version: 1,
  title: 'Help',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** The command palette: all commands, found by name. */
export const commands = {
  kind: 'dialog',
  name: 'workspace.commands',
  owner,
  version: 1,
  title: 'Commands',
  size: 'medium',
  shortcut: 'Mod+k',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** All keyboard shortcuts. */
export const shortcuts = {
  kind: 'dialog',
  name: 'workspace.shortcuts',
  owner,
  version: 1,
  title: 'Keyboard shortcuts',
  size: 'medium',
  shortcut: '?',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** The archived chats. */
export const archive = {
  kind: 'dialog',
  name: 'workspace.archive',
  owner,
  version: 1,
  title: 'Archive',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** Exports all of the user's data, and imports data. */
export const data = {
  kind: 'dialog',
  name: 'workspace.data',
  owner,
  version: 1,
  title: 'Your data',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** Adds a memory, or edits `memory`. Closes with true once it is saved. */
export const memory = {
  kind: 'dialog',
  name: 'workspace.memory',
  owner,
  version: 1,
  title: 'Memory',
  size: 'small',
  props: () =>
    z.object({ memoryId: z.optional(id()), memory: z.optional(z.string()), revision: z.optional(z.string()) }),
} as const satisfies DialogDef;
