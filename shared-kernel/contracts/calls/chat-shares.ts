import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { message } from '../entities/chat.ts';
import { id, instant } from '../id.ts';

const shareId = () => z.string().check(z.minLength(1), z.maxLength(64));

export const getSharedChat = {
  kind: 'call',
  name: 'chat.getSharedChat',
  version: 1,
  method: 'GET',
  path: '/sharedChat',
  access: 'visitor',
  input: () => z.strictObject({ messageId: shareId() }),
  output: () =>
    z.object({
      user: z.object({ firstName: z.string(), lastName: z.string() }),
      messages: z.array(message()),
      title: z.optional(z.string()),
    }),
} as const satisfies CallDef;

export const shareChat = {
  kind: 'call',
  name: 'chat.shareChat',
  version: 1,
  method: 'GET',
  path: '/shareChatLink',
  access: 'user',
  input: () => z.strictObject({ chatId: id() }),
  output: () => z.object({ id: z.string() }),
} as const satisfies CallDef;

/** The user's links to shared chats, newest first. */
export const listShares = {
  kind: 'call',
  name: 'chat.listShares',
  version: 1,
  method: 'GET',
  path: '/shares',
  access: 'user',
  input: nothing,
  output: () =>
    z.object({
      shares: z.array(z.object({ id: shareId(), chatId: id(), title: z.string(), createdDate: instant() })),
    }),
} as const satisfies CallDef;

/** Revokes a link. The page and the files behind it are gone immediately. */
export const revokeShare = {
  kind: 'call',
  name: 'chat.revokeShare',
  version: 1,
  method: 'POST',
  path: '/revokeShare',
  access: 'user',
  input: () => z.strictObject({ shareId: shareId() }),
  output: done,
} as const satisfies CallDef;
