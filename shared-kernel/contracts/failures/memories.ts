import * as z from 'zod/mini';
import type * as calls from '../calls/memories.ts';
import { badRequest, notFound } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-memory': notFound('This memory does not exist.'),
  'too-many-memories': badRequest(
    ({ limit }) => `You can have up to ${limit} memories. Please delete one first.`,
    () => z.object({ limit: z.int() }),
  ),
} as const;

export const failsWith = {
  listMemories: [],
  deleteMemory: ['unknown-memory'],
  addMemory: ['too-many-memories'],
  editMemory: ['unknown-memory'],
  setMemoryEnabled: [],
} as const satisfies FailsWith<typeof calls>;
