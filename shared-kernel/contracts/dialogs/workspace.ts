import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';
import { id } from '../id.ts';

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

/** Closes with the collection that was saved. */
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

/** Closes with the id of the chat that was chosen. */
export const search = {
  kind: 'dialog',
  name: 'workspace.search',
  owner,
  version: 1,
  title: 'Search chats',
  size: 'medium',
  props: () => z.object({}),
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
