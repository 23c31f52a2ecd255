import * as z from 'zod/mini';
import { chatsAtOnce } from '../constants.ts';
import type { DialogDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-chat';

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const share = {
  kind: 'dialog',
  name: 'chat.share',
  owner,
  version: 1,
  title: 'Share Chat',
  size: 'small',
  props: () => z.object({ chatId: z.optional(id()) }),
} as const satisfies DialogDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const zoom = {
  kind: 'dialog',
  name: 'chat.zoom',
  owner,
  version: 1,
  title: 'Image',
  size: 'none',
  props: () => z.object({ url: z.string(), alt: z.optional(z.string()) }),
} as const satisfies DialogDef;

/**
 * Copies a chat, or saves chats as files.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const exportChats = {
  kind: 'dialog',
  name: 'chat.exportChats',
  owner,
  version: 1,
  title: 'Export',
  size: 'small',
  props: () => z.object({ chatIds: z.array(id()).check(z.minLength(1), z.maxLength(chatsAtOnce)) }),
} as const satisfies DialogDef;
