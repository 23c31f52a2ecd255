import { unknownCollection } from '../sentences.ts';
import type * as calls from '../calls/tags.ts';
import { badRequest, notFound } from './define.ts';
import type { FailsWith } from './fails-with.ts';
import { attaching } from './files.ts';

export const failures = {
  'unknown-tag': notFound(unknownCollection),
  'tag-to-delete-missing': badRequest('Choose the collection to delete.'),
} as const;

export const failsWith = {
  listTags: [],
  createEditTag: ['unknown-tag', 'unknown-chat', 'temporary-chat', 'tag-to-delete-missing', 'name-required'],
  removeFromChat: ['unknown-chat'],
  getTagContext: ['unknown-tag'],
  editTagContext: ['unknown-tag', ...attaching],
} as const satisfies FailsWith<typeof calls>;
