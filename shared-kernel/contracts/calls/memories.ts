import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { memory } from '../entities/chat.ts';
import { id } from '../id.ts';

export const listMemories = {
  kind: 'call',
  name: 'memories.listMemories',
  version: 1,
  method: 'GET',
  path: '/memories',
  access: 'user',
  input: nothing,
  output: () => z.object({ memories: z.array(memory()) }),
} as const satisfies CallDef;

export const deleteMemory = {
  kind: 'call',
  name: 'memories.deleteMemory',
  version: 1,
  method: 'POST',
  path: '/deleteMemory',
  access: 'user',
  input: () => z.strictObject({ memoryId: id() }),
  output: done,
} as const satisfies CallDef;
