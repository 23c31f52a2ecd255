import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';
import { agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { chat, tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-workspace';

/**
 * The agent that answers the next messages; absent for none. Selecting one resets the chat, unless it `replaces` the
 * one that was selected, or is the same one in its current state: then the chat continues.
 */
export const agentSelected = {
  kind: 'event',
  name: 'workspace.agentSelected',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ agent: z.optional(agent()), replaces: z.optional(id()) }),
} as const satisfies EventDef;

/**
 * The collection on the screen; absent for none. Selecting one resets the chat. It is emitted again when it may have
 * changed.
 */
export const collectionSelected = {
  kind: 'event',
  name: 'workspace.collectionSelected',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ tag: z.optional(tag()) }),
} as const satisfies EventDef;

export const newChatRequested = {
  kind: 'event',
  name: 'workspace.newChatRequested',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;

export const chatRenamed = {
  kind: 'event',
  name: 'workspace.chatRenamed',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), title: z.string() }),
} as const satisfies EventDef;

export const chatDeleted = {
  kind: 'event',
  name: 'workspace.chatDeleted',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id() }),
} as const satisfies EventDef;

/**
 * With `chatId`, the chat's collections are `tags` from now on: emitted before the service has confirmed that, and
 * again with the former ones if it refuses. Without it, the collections themselves have changed.
 */
export const collectionsChanged = {
  kind: 'event',
  name: 'workspace.collectionsChanged',
  owner,
  version: 1,
  payload: () => z.object({ chatId: z.optional(id()), tags: z.optional(z.array(tag())) }),
} as const satisfies EventDef;

/** An agent was created, changed or, with `deleted`, deleted. */
export const agentsChanged = {
  kind: 'event',
  name: 'workspace.agentsChanged',
  owner,
  version: 1,
  payload: () => z.object({ agentId: id(), deleted: z.optional(z.literal(true)) }),
} as const satisfies EventDef;

/**
 * What the user chose in a dialog such as the command palette, for the left bar to carry out: a new chat, an agent, a
 * collection, a chat, a search, or the selection of several chats.
 */
export const commandGiven = {
  kind: 'event',
  name: 'workspace.commandGiven',
  owner,
  version: 1,
  payload: () =>
    z.object({
      newChat: z.optional(z.literal(true)),
      selectChats: z.optional(z.literal(true)),
      /** Searches chats for this. */
      search: z.optional(z.string()),
      agent: z.optional(agent()),
      tag: z.optional(tag()),
      chatId: z.optional(id()),
    }),
} as const satisfies EventDef;

/** A search led to this message. The chat shows it once it is open. */
export const messageChosen = {
  kind: 'event',
  name: 'workspace.messageChosen',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), messageId: id() }),
} as const satisfies EventDef;

/**
 * `chats` are in the lists from now on, in this state: an undo, or the archive, brought them back. Without it, for
 * example after an import, the lists start over.
 */
export const chatsChanged = {
  kind: 'event',
  name: 'workspace.chatsChanged',
  owner,
  version: 1,
  payload: () => z.object({ chats: z.optional(z.array(chat())) }),
} as const satisfies EventDef;

/** Memories were added, changed or imported, but not from the list of memories. */
export const memoriesChanged = {
  kind: 'event',
  name: 'workspace.memoriesChanged',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;

/** Whether many chats are being changed one after the other: a live update must not interrupt that. */
export const busyChanged = {
  kind: 'event',
  name: 'workspace.busyChanged',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ busy: z.boolean() }),
} as const satisfies EventDef;
