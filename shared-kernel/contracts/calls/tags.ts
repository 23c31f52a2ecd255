import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { agentFile } from '../entities/agent.ts';
import { tag, tagColors, tagIcons } from '../entities/chat.ts';
import { givenName } from '../given-name.ts';
import { id } from '../id.ts';

export const listTags = {
  kind: 'call',
  name: 'tags.listTags',
  version: 1,
  method: 'GET',
  path: '/chatTags',
  access: 'user',
  input: nothing,
  output: () => z.object({ tags: z.array(tag()) }),
} as const satisfies CallDef;

/**
 * With `deleted`, the collection `tagId` is deleted; its chats stay. A new one gets the id `newTagId` if it is given,
 * so that a repeated request, after an answer was lost, creates it only once. What the repeated request has changed is
 * saved, unless the collection was edited in the meantime.
 */
export const createEditTag = {
  kind: 'call',
  name: 'tags.createEditTag',
  version: 1,
  method: 'POST',
  path: '/createEditChatTag',
  access: 'premium',
  basedOn: true,
  input: () =>
    z.strictObject({
      tagId: z.optional(id()),
      newTagId: z.optional(id()),
      icon: z.optional(z.enum(tagIcons)),
      color: z.optional(z.enum(tagColors)),
      name: z.optional(givenName(100)),
      chatId: z.optional(id()),
      deleted: z.optional(z.literal(true)),
    }),
  output: () => z.object({ tag: z.optional(tag()) }),
} as const satisfies CallDef;

export const removeFromChat = {
  kind: 'call',
  name: 'tags.removeFromChat',
  version: 1,
  method: 'POST',
  path: '/removeTagFromChat',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), tagId: id() }),
  output: done,
} as const satisfies CallDef;

const tagContext = () =>
  z.object({
    instruction: z.string(),
    files: z.array(agentFile()),
    /** The revision of both. */
    revision: z.string(),
  });

/**
 * The instructions and files that every chat started in the collection uses. Beyond the specification, as is its
 * change.
 */
export const getTagContext = {
  kind: 'call',
  name: 'tags.getTagContext',
  version: 1,
  method: 'GET',
  path: '/chatTagContext',
  access: 'user',
  input: () => z.strictObject({ tagId: id() }),
  output: tagContext,
} as const satisfies CallDef;

/** Replaces both. With an empty instruction and no files, chats use nothing of the collection. */
export const editTagContext = {
  kind: 'call',
  name: 'tags.editTagContext',
  version: 1,
  method: 'POST',
  path: '/editChatTagContext',
  access: 'premium',
  basedOn: true,
  input: () =>
    z.strictObject({
      tagId: id(),
      instruction: z.string().check(z.maxLength(100_000)),
      files: z.array(agentFile()).check(z.maxLength(50)),
    }),
  output: tagContext,
} as const satisfies CallDef;
