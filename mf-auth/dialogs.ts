import * as z from 'zod/mini';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';

const owner = 'mf-auth';

/** What users agree to by creating an account. */
export const terms = {
  kind: 'dialog',
  name: 'auth.terms',
  owner,
  version: 1,
  title: 'Terms of service',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** What is stored about a user, and why. */
export const privacy = {
  kind: 'dialog',
  name: 'auth.privacy',
  owner,
  version: 1,
  title: 'Privacy notice',
  size: 'medium',
  props: () => z.object({}),
} as const satisfies DialogDef;
