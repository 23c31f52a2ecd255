import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';

const owner = 'shell';

/**
 * Resolves with whether the person confirmed; `word` must be typed first (B5.06).
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
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
