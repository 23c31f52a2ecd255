import * as z from 'zod/mini';
import type { SlotDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-chat';
const result = () => z.object({ insert: z.optional(z.string().check(z.maxLength(20_000))) });

/**
 * Actions of the composer. What they close with as `insert` is put behind what is written.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const composerActions = {
  kind: 'slot',
  name: 'chat.composerActions',
  owner,
  version: 1,
  input: () => z.object({ mode: z.enum(['chat', 'research', 'image']), chatId: z.optional(id()) }),
  result,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;

/**
 * Actions of a complete answer.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const messageActions = {
  kind: 'slot',
  name: 'chat.messageActions',
  owner,
  version: 1,
  input: () => z.object({ chatId: id(), messageId: id(), role: z.literal('assistant') }),
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;

/**
 * Cards behind the four of a new chat, for whoever can chat. What they close with as `insert` is put into the composer.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const welcomeCards = {
  kind: 'slot',
  name: 'chat.welcomeCards',
  owner,
  version: 1,
  result,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
