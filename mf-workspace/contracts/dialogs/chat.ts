// Declared in mf-chat/dialogs.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import { chatsAtOnce } from '@atrium/shared-kernel/contracts/constants';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-chat';

export const share = {
  kind: 'dialog',
  name: 'chat.share',
  owner,
  version: 1,
  title: 'Share Chat',
  size: 'small',
  props: () => z.object({ chatId: z.optional(id()) }),
} as const satisfies DialogDef;

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
 * What is sent to the model with the messages of a chat, or was sent with `messageId`. `prompts` has excerpts of the
 * loaded messages.
 */
export const context = {
  kind: 'dialog',
  name: 'chat.context',
  owner,
  version: 1,
  title: 'Context',
  size: 'medium',
  props: () =>
    z.object({
      chatId: id(),
      messageId: z.optional(id()),
      prompts: z.optional(z.array(z.object({ messageId: z.string(), text: z.string() }))),
    }),
} as const satisfies DialogDef;

/** Chooses one of many models, or of those that answer a research. Closes with the chosen `model`. */
export const models = {
  kind: 'dialog',
  name: 'chat.models',
  owner,
  version: 1,
  title: 'Choose a model',
  size: 'small',
  props: () => z.object({ chosen: z.optional(z.string()), research: z.optional(z.boolean()) }),
} as const satisfies DialogDef;

/** Copies a chat, or saves chats as files. */
export const exportChats = {
  kind: 'dialog',
  name: 'chat.exportChats',
  owner,
  version: 1,
  title: 'Export',
  size: 'small',
  props: () => z.object({ chatIds: z.array(id()).check(z.minLength(1), z.maxLength(chatsAtOnce)) }),
} as const satisfies DialogDef;
