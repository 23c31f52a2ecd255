import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { memory as limits } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { memory } from '../entities/chat.ts';
import { id } from '../id.ts';

const text = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.max));
const oneMemory = () => z.object({ memory: memory() });

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
  basedOn: true,
  input: () => z.strictObject({ memoryId: id() }),
  output: done,
} as const satisfies CallDef;

/**
 * Beyond the specification, as are the following calls. 400 with a msg if there are `memory.most` already. With
 * `memoryId`, a deleted memory returns to its position in the list.
 */
export const addMemory = {
  kind: 'call',
  name: 'memories.addMemory',
  version: 1,
  method: 'POST',
  path: '/addMemory',
  access: 'user',
  input: () => z.strictObject({ memory: text(), memoryId: z.optional(id()) }),
  output: oneMemory,
} as const satisfies CallDef;

export const editMemory = {
  kind: 'call',
  name: 'memories.editMemory',
  version: 1,
  method: 'POST',
  path: '/editMemory',
  access: 'user',
  basedOn: true,
  input: () => z.strictObject({ memoryId: id(), memory: text() }),
  output: oneMemory,
} as const satisfies CallDef;

/** The master switch. When it is off, no memory is made or used; existing ones stay. `GET /user` has its state. */
export const setMemoryEnabled = {
  kind: 'call',
  name: 'memories.setMemoryEnabled',
  version: 1,
  method: 'POST',
  path: '/setMemoryEnabled',
  access: 'user',
  input: () => z.strictObject({ enabled: z.boolean() }),
  output: done,
} as const satisfies CallDef;
