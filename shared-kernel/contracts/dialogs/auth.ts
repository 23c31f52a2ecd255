import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';

const owner = 'mf-auth';

/**
 * What a person agrees to by creating an account.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const terms = {
  kind: 'dialog',
  name: 'auth.terms',
  owner,
  version: 1,
  title: 'Terms of service',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/**
 * What is kept about a person, and why.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const privacy = {
  kind: 'dialog',
  name: 'auth.privacy',
  owner,
  version: 1,
  title: 'Privacy notice',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;
