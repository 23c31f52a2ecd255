import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';
import { chat } from '../entities/chat.ts';
import { id } from '../id.ts';

const owner = 'mf-chat';

/**
 * A first message made this chat; it has no title yet.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const created = {
  kind: 'event',
  name: 'chat.created',
  owner,
  version: 1,
  payload: () => z.object({ chat: chat() }),
} as const satisfies EventDef;

/**
 * The chat got its title, which lists type out at 30 ms a character.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const named = {
  kind: 'event',
  name: 'chat.named',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), title: z.string() }),
} as const satisfies EventDef;

/**
 * A message was sent or answered: the chat moves to the top of its list.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const touched = {
  kind: 'event',
  name: 'chat.touched',
  owner,
  version: 1,
  payload: () => z.object({ chatId: id(), lastUpdate: z.iso.datetime() }),
} as const satisfies EventDef;

/**
 * The open chat, emitted again when it gets a title. `chatId` is absent for a new chat, and for another user's.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const opened = {
  kind: 'event',
  name: 'chat.opened',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ chatId: z.optional(id()), title: z.optional(z.string()) }),
} as const satisfies EventDef;

/**
 * The chat is as this from now on: a copy that was made, or one that left a collection.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const changed = {
  kind: 'event',
  name: 'chat.changed',
  owner,
  version: 1,
  payload: () => z.object({ chat: chat() }),
} as const satisfies EventDef;

/**
 * The chats that wait for a reply, in whatever tab of this browser it was asked for.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const repliesChanged = {
  kind: 'event',
  name: 'chat.repliesChanged',
  owner,
  version: 1,
  replay: true,
  payload: () => z.object({ chatIds: z.array(id()) }),
} as const satisfies EventDef;

/**
 * What a live update must not interrupt.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
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
