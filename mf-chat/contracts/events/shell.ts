// Declared in shell/events.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'shell';

/** Messages of these chats changed, in any tab or on any device. Without `chatIds`, any chat may have changed. */
export const messagesChanged = {
  kind: 'event',
  name: 'shell.messagesChanged',
  owner,
  version: 1,
  payload: () => z.object({ chatIds: z.optional(z.array(id())) }),
} as const satisfies EventDef;
