import { unknownCollection } from '../sentences.ts';
import type * as calls from '../calls/tags.ts';
import { badRequest, notFound } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-tag': notFound(unknownCollection),
  'tag-to-delete-missing': badRequest('Which collection is to be deleted?'),
} as const;

export const failsWith = {
  listTags: [],
  createEditTag: ['unknown-tag', 'unknown-chat', 'tag-to-delete-missing', 'name-required'],
  removeFromChat: ['unknown-chat'],
} as const satisfies FailsWith<typeof calls>;
