import * as z from 'zod/mini';
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-chat';
const result = () => z.object({ insert: z.optional(z.string().check(z.maxLength(20_000))) });

/** Actions of the composer. The `insert` of their result is appended to the text. */
export const composerActions = {
  kind: 'slot',
  name: 'chat.composerActions',
  owner,
  version: 1,
  input: () => z.object({ mode: z.enum(['chat', 'research', 'image']), chatId: z.optional(id()) }),
  result,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;

/** Actions of a complete answer. */
export const messageActions = {
  kind: 'slot',
  name: 'chat.messageActions',
  owner,
  version: 1,
  input: () => z.object({ chatId: id(), messageId: id(), role: z.literal('assistant') }),
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;

/**
 * Cards after the four of a new chat, for users who can chat. The `insert` of their result is put into the composer.
 */
export const welcomeCards = {
  kind: 'slot',
  name: 'chat.welcomeCards',
  owner,
  version: 1,
  result,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
