import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { chatsAtOnce, promptHelpMax, promptMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { chat, message } from '../entities/chat.ts';
import { modelOption } from '../entities/model.ts';
import { id, instant } from '../id.ts';

export { getSharedChat, listShares, revokeShare, shareChat } from './chat-shares.ts';

export { pinMessage, readContext, saveSummary } from './context.ts';
export * from './replies.ts';

const chatOnly = () => z.strictObject({ chatId: id() });
const manyChats = () => z.strictObject({ chatIds: z.array(id()).check(z.minLength(1), z.maxLength(chatsAtOnce)) });
const oneChat = () => z.object({ chat: chat() });
const text = (most: number) => z.string().check(z.maxLength(most));
const fileMetadata = () => z.array(z.strictObject({ name: text(255), type: text(127) })).check(z.maxLength(50));
const uuid = () => z.optional(text(64));
const countryCode = () => z.optional(text(2));
const fnName = () => z.optional(z.literal('agentCreator'));
/**
 * The branch of a chat that is shown. With `part` only its newest messages, with `before` only those before that
 * message. `earlier` is the number of messages before the first one in the answer; absent if there are none. `pages`
 * comes with `part`: the fingerprint of the revisions of the `threadParts.before` messages before the first one, then of
 * those before these, and so on. A reader compares them with what it has, and reads only a page that has changed.
 */
export const getChat = {
  kind: 'call',
  name: 'chat.getChat',
  version: 1,
  method: 'GET',
  path: '/chat',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), part: z.optional(z.literal('end')), before: z.optional(id()) }),
  output: () =>
    z.object({
      chat: z.optional(chat()),
      messages: z.array(message()),
      earlier: z.optional(z.int().check(z.gte(1))),
      pages: z.optional(z.array(z.string())),
      sharedBy: z.optional(z.string()),
    }),
} as const satisfies CallDef;

export const getMessage = {
  kind: 'call',
  name: 'chat.getMessage',
  version: 1,
  method: 'GET',
  path: '/chatMessage',
  access: 'user',
  input: () => z.strictObject({ id: id() }),
  output: message,
} as const satisfies CallDef;

/**
 * Pages of 10, newest first; the cursor is the last loaded chat's `lastUpdate`. Archived chats are only listed with
 * `only: 'archived'`. Pinned chats are listed with `only: 'pinned'`, all at once, the last pinned first. The list
 * without `tagId` leaves them out; a collection has them in their normal position. `only: 'replying'` lists the chats
 * with a running reply, all at once, whatever device requested it.
 */
export const listChats = {
  kind: 'call',
  name: 'chat.listChats',
  version: 1,
  method: 'GET',
  path: '/globalChats',
  access: 'user',
  input: () =>
    z.strictObject({
      lastUpdateTimestamp: z.optional(z.iso.datetime()),
      tagId: z.optional(id()),
      only: z.optional(z.enum(['pinned', 'archived', 'replying'])),
    }),
  output: () => z.object({ chats: z.array(chat()) }),
} as const satisfies CallDef;

/** Finds at most `searchMax` chats, the newest ones. */
export const searchMessages = {
  kind: 'call',
  name: 'chat.searchMessages',
  version: 1,
  method: 'GET',
  path: '/searchChatMessages',
  access: 'premium',
  input: () =>
    z.strictObject({
      searchTerm: z.string().check(z.minLength(1), z.maxLength(500)),
      /** Only chats with messages since then. */
      since: z.optional(instant()),
      /** Only chats of this collection. */
      tagId: z.optional(id()),
    }),
  output: () => z.object({ chats: z.array(chat()) }),
} as const satisfies CallDef;

/**
 * The models that the user may choose for chats, in the operator's order. New chats use `default`: the user's own, else
 * that of the active team, else the first. `research` says the same of a research, by ids, where not all of them answer
 * one. It has none if a research has models of its own, which cannot be chosen.
 */
export const listModels = {
  kind: 'call',
  name: 'chat.listModels',
  version: 1,
  method: 'GET',
  path: '/models',
  access: 'user',
  input: nothing,
  output: () =>
    z.object({
      models: z.array(modelOption()),
      default: z.optional(z.string()),
      research: z.optional(z.object({ models: z.array(z.string()), default: z.optional(z.string()) })),
    }),
} as const satisfies CallDef;

/** Names the chat `chatId`, or the user's newest chat that has no title yet. */
export const nameChat = {
  kind: 'call',
  name: 'chat.nameChat',
  version: 1,
  method: 'POST',
  path: '/nameAiChat',
  access: 'premium',
  input: () =>
    z.strictObject({
      chatId: z.optional(id()),
      prompt: z.string().check(z.maxLength(promptMax)),
      fileMetadata: z.optional(fileMetadata()),
      uuid: uuid(),
      fnName: fnName(),
    }),
  output: oneChat,
} as const satisfies CallDef;

export const improvePrompt = {
  kind: 'call',
  name: 'chat.improvePrompt',
  version: 1,
  method: 'POST',
  path: '/promptMagic',
  access: 'premium',
  input: () =>
    z.strictObject({
      chatId: z.optional(id()),
      prompt: z.string().check(z.minLength(1), z.maxLength(promptHelpMax - 1)),
      fileMetadata: z.optional(fileMetadata()),
      countryCode: countryCode(),
    }),
  output: () => z.object({ improvedPrompt: z.string() }),
} as const satisfies CallDef;

export const focusChat = {
  kind: 'call',
  name: 'chat.focusChat',
  version: 1,
  method: 'POST',
  path: '/focusChat',
  access: 'user',
  input: chatOnly,
  output: oneChat,
} as const satisfies CallDef;

export const duplicateChat = {
  kind: 'call',
  name: 'chat.duplicateChat',
  version: 1,
  method: 'POST',
  path: '/duplicateChat',
  access: 'premium',
  input: chatOnly,
  output: oneChat,
} as const satisfies CallDef;

export const renameChat = {
  kind: 'call',
  name: 'chat.renameChat',
  version: 1,
  method: 'POST',
  path: '/renameChat',
  access: 'user',
  basedOn: true,
  input: () => z.strictObject({ chatId: id(), title: z.string().check(z.maxLength(300)) }),
  output: done,
} as const satisfies CallDef;

/** Deletes one chat as `deleteChats` does. `restoreChats` undoes it. */
export const clearChat = {
  kind: 'call',
  name: 'chat.clearChat',
  version: 1,
  method: 'POST',
  path: '/clearChat',
  access: 'user',
  input: chatOnly,
  output: done,
} as const satisfies CallDef;

/**
 * Reports that a temporary chat is open in a window, which retains it for another hour, or that its window closes. Then
 * it is deleted after a minute, unless the window was only reloaded and reports it as open. Beyond the specification.
 */
export const keepChat = {
  kind: 'call',
  name: 'chat.keepChat',
  version: 1,
  method: 'POST',
  path: '/keepChat',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), open: z.boolean() }),
  output: done,
} as const satisfies CallDef;

/** Pins the chat to the top of the list, which also removes it from the archive. At most `pinsMax` (400 with a msg). */
export const pinChat = {
  kind: 'call',
  name: 'chat.pinChat',
  version: 1,
  method: 'POST',
  path: '/pinChat',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), pinned: z.boolean() }),
  output: oneChat,
} as const satisfies CallDef;

/**
 * Archives the chat, which unpins it, or removes it from the archive. It can still be opened, searched and continued.
 */
export const archiveChat = {
  kind: 'call',
  name: 'chat.archiveChat',
  version: 1,
  method: 'POST',
  path: '/archiveChat',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), archived: z.boolean() }),
  output: oneChat,
} as const satisfies CallDef;

/**
 * Deletes chats. They disappear immediately for everybody, with their links and running replies, and are erased after
 * `chatUndo.retained`. Returns the ids of the deleted chats. 404 if none of them is the caller's.
 */
export const deleteChats = {
  kind: 'call',
  name: 'chat.deleteChats',
  version: 1,
  method: 'POST',
  path: '/deleteChats',
  access: 'user',
  input: manyChats,
  output: () => z.object({ chatIds: z.array(id()) }),
} as const satisfies CallDef;

/**
 * Undoes `deleteChats` and `clearChat`. Returns the restored chats, pinned as before while no more than `pinsMax` are.
 * 404 if none of them can be restored.
 */
export const restoreChats = {
  kind: 'call',
  name: 'chat.restoreChats',
  version: 1,
  method: 'POST',
  path: '/restoreChats',
  access: 'user',
  input: manyChats,
  output: () => z.object({ chats: z.array(chat()) }),
} as const satisfies CallDef;

/**
 * `home`, one of `tags`, becomes the source of the chat's instructions and files; null means none. Without it, the
 * service decides.
 */
export const editChat = {
  kind: 'call',
  name: 'chat.editChat',
  version: 1,
  method: 'POST',
  path: '/editChat',
  access: 'user',
  basedOn: true,
  input: () =>
    z.strictObject({
      chatId: id(),
      tags: z.array(id()).check(z.maxLength(200)),
      home: z.optional(z.nullable(id())),
    }),
  output: done,
} as const satisfies CallDef;

export const reportMessage = {
  kind: 'call',
  name: 'chat.reportMessage',
  version: 1,
  method: 'POST',
  path: '/reportAnnotationComment',
  access: 'user',
  input: () => z.strictObject({ chatMessage: id() }),
  output: done,
} as const satisfies CallDef;
