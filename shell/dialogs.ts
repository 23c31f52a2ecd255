import * as z from 'zod/mini';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';

const owner = 'shell';

/** Resolves with whether the person confirmed; `word` must be typed first (B5.06). */
export const confirm = {
  kind: 'dialog',
  name: 'shell.confirm',
  owner,
  version: 1,
  title: 'Confirm',
  size: 'small',
  props: () =>
    z.object({
      title: z.string(),
      message: z.string(),
      confirm: z.optional(z.string()),
      word: z.optional(z.string()),
      danger: z.optional(z.boolean()),
    }),
} as const satisfies DialogDef;
