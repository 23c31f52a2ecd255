// Declared in mf-billing/dialogs.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-billing';

/** `teamId`: the team that the tab Usage shows first, for its admins. Without it, the user's own usage. */
export const settings = {
  kind: 'dialog',
  name: 'billing.settings',
  owner,
  version: 1,
  title: 'Settings',
  size: 'large',
  props: () =>
    z.object({
      tab: z.optional(z.enum(['Personalization', 'Account', 'Notifications', 'Billing', 'Integrations', 'Usage'])),
      teamId: z.optional(id()),
    }),
} as const satisfies DialogDef;

/** `source`: object URL of a picture that can be displayed. Closes with true once the cropped picture is saved. */
export const cropAvatar = {
  kind: 'dialog',
  name: 'billing.cropAvatar',
  owner,
  version: 1,
  title: 'Profile picture',
  size: 'fit',
  props: () => z.object({ source: z.string() }),
} as const satisfies DialogDef;

/** Asks for the password before something that cannot be undone. Closes with true once the service has accepted it. */
export const confirmSignIn = {
  kind: 'dialog',
  name: 'billing.confirmSignIn',
  owner,
  version: 1,
  title: 'Confirm your password',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

export const confirmPassword = {
  kind: 'dialog',
  name: 'billing.confirmPassword',
  owner,
  version: 1,
  title: 'Confirm your password',
  size: 'small',
  props: () => z.object({ email: z.string() }),
} as const satisfies DialogDef;
