import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-chat';

export const share = {
  kind: 'dialog',
  name: 'chat.share',
  owner,
  version: 1,
  title: 'Share Chat',
  size: 'small',
  props: () => z.object({ chatId: z.optional(id()) }),
} as const satisfies DialogDef;

export const zoom = {
  kind: 'dialog',
  name: 'chat.zoom',
  owner,
  version: 1,
  title: 'Image',
  size: 'none',
  props: () => z.object({ url: z.string(), alt: z.optional(z.string()) }),
} as const satisfies DialogDef;
