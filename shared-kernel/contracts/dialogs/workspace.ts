import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-workspace';

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const buildAgent = {
  kind: 'dialog',
  name: 'workspace.buildAgent',
  owner,
  version: 1,
  title: 'Build Agent',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
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

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const shareAgent = {
  kind: 'dialog',
  name: 'workspace.shareAgent',
  owner,
  version: 1,
  title: 'Share Agent',
  size: 'small',
  props: () => z.object({ agentId: id() }),
} as const satisfies DialogDef;

/**
 * Closes with the collection that was saved.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const editCollection = {
  kind: 'dialog',
  name: 'workspace.editCollection',
  owner,
  version: 1,
  title: 'Collection',
  size: 'small',
  props: () => z.object({ tagId: z.optional(id()), chatId: z.optional(id()) }),
} as const satisfies DialogDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const collections = {
  kind: 'dialog',
  name: 'workspace.collections',
  owner,
  version: 1,
  title: 'Collections',
  size: 'small',
  props: () => z.object({ chatId: id() }),
} as const satisfies DialogDef;

/**
 * Where several chats go. Closes with the collection that was chosen.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const chooseCollection = {
  kind: 'dialog',
  name: 'workspace.chooseCollection',
  owner,
  version: 1,
  title: 'Move to collection',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

/**
 * Closes with the chat that was chosen, and with its message that matches. `term` is searched at once.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const search = {
  kind: 'dialog',
  name: 'workspace.search',
  owner,
  version: 1,
  title: 'Search chats',
  size: 'medium',
  props: () => z.object({ term: z.optional(z.string()) }),
} as const satisfies DialogDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const help = {
  kind: 'dialog',
  name: 'workspace.help',
  owner,
  version: 1,
  title: 'Help',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/**
 * Everything that can be done, found by its name.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
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

/**
 * Every key that does something.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
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

/**
 * The chats that were put away.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const archive = {
  kind: 'dialog',
  name: 'workspace.archive',
  owner,
  version: 1,
  title: 'Archive',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/**
 * Takes all of a person's data out of the product, and data into it.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const data = {
  kind: 'dialog',
  name: 'workspace.data',
  owner,
  version: 1,
  title: 'Your data',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/**
 * Writes a memory, or changes `memory`. Closes with true once it is saved.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
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
