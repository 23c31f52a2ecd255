import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';
import { agent } from '../entities/agent.ts';
import { chat, tag } from '../entities/chat.ts';
import { id } from '../id.ts';

const owner = 'mf-workspace';

/**
 * The agent that the next messages go to; absent for none. Selecting one resets the chat, unless it `replaces` the one
 * that was selected: then, and if the same one is emitted again in its current state, the chat continues.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
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
 * The collection on the screen; absent for none. Selecting one resets the chat; it is emitted again when it changes.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const collectionSelected = {
  kind: 'event',
  name: 'workspace.collectionSelected',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ tag: z.optional(tag()) }),
} as const satisfies EventDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const newChatRequested = {
  kind: 'event',
  name: 'workspace.newChatRequested',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const chatRenamed = {
  kind: 'event',
  name: 'workspace.chatRenamed',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), title: z.string() }),
} as const satisfies EventDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const chatDeleted = {
  kind: 'event',
  name: 'workspace.chatDeleted',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id() }),
} as const satisfies EventDef;

/**
 * With `chatId`, the chat's collections are `tags` from now on: emitted before the service has accepted, and again with
 * the former ones if it refuses. Without it the collections themselves changed.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const collectionsChanged = {
  kind: 'event',
  name: 'workspace.collectionsChanged',
  owner,
  version: 1,
  payload: () => z.object({ chatId: z.optional(id()), tags: z.optional(z.array(tag())) }),
} as const satisfies EventDef;

/**
 * An agent was made, changed or, with `deleted`, ended.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const agentsChanged = {
  kind: 'event',
  name: 'workspace.agentsChanged',
  owner,
  version: 1,
  payload: () => z.object({ agentId: id(), deleted: z.optional(z.literal(true)) }),
} as const satisfies EventDef;

/**
 * What a person chose in a dialog, as the palette of commands, which the left bar carries out: one of a new chat, an
 * agent, a collection, a chat, a search, or the selecting of several chats.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
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

/**
 * A search led to this message: the chat, once it is open, shows it.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const messageChosen = {
  kind: 'event',
  name: 'workspace.messageChosen',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), messageId: id() }),
} as const satisfies EventDef;

/**
 * `chats` are in the lists from now on, as they are: an undo, or the archive, brought them back. Without it, as after an import, lists start afresh.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const chatsChanged = {
  kind: 'event',
  name: 'workspace.chatsChanged',
  owner,
  version: 1,
  payload: () => z.object({ chats: z.optional(z.array(chat())) }),
} as const satisfies EventDef;

/**
 * Memories were written, changed or imported elsewhere than in the list of them.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const memoriesChanged = {
  kind: 'event',
  name: 'workspace.memoriesChanged',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;
