import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'shell';

/**
 * What these chats say has changed, in whatever tab or device; without `chatIds` all may have.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const messagesChanged = {
  kind: 'event',
  name: 'shell.messagesChanged',
  owner,
  version: 1,
  payload: () => z.object({ chatIds: z.optional(z.array(id())) }),
} as const satisfies EventDef;
