// Declared in mf-chat/events.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';
import { chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-chat';

/** A first message created this chat. It has no title yet. */
export const created = {
  kind: 'event',
  name: 'chat.created',
  owner,
  version: 1,
  payload: () => z.object({ chat: chat() }),
} as const satisfies EventDef;

/** The chat got its title, which lists type out at 30 ms a character. */
export const named = {
  kind: 'event',
  name: 'chat.named',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), title: z.string() }),
} as const satisfies EventDef;

/** A message was sent or answered: the chat moves to the top of its list. */
export const touched = {
  kind: 'event',
  name: 'chat.touched',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), lastUpdate: z.iso.datetime() }),
} as const satisfies EventDef;

/**
 * The chat on the screen, emitted again when it gets a title. `chatId` is absent for a new chat, and for one that
 * someone else shared.
 */
export const opened = {
  kind: 'event',
  name: 'chat.opened',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ chatId: z.optional(id()), title: z.optional(z.string()) }),
} as const satisfies EventDef;

/** The current state of a chat: of a new copy, or of one that left a collection. */
export const changed = {
  kind: 'event',
  name: 'chat.changed',
  owner,
  version: 1,
  payload: () => z.object({ chat: chat() }),
} as const satisfies EventDef;

/** The chats that wait for a reply, in whatever tab of this browser it was requested. */
export const repliesChanged = {
  kind: 'event',
  name: 'chat.repliesChanged',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ chatIds: z.array(id()) }),
} as const satisfies EventDef;

/** What a live update must not interrupt. */
export const busyChanged = {
  kind: 'event',
  name: 'chat.busyChanged',
  owner,
  version: 1,
  replay: true,
  payload: () =>
    z.object({
      streaming: z.boolean(),
      draft: z.boolean(),
      /** A recording, or a note on its way to its draft, would be lost with the page. */
      recording: z.optional(z.boolean()),
    }),
} as const satisfies EventDef;
