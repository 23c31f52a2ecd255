import * as z from 'zod/mini';
import type { DialogDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-billing';

/**
 * `teamId`: the team whose use the tab Usage begins with, for its admins; none: one's own.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
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

/**
 * `source`: the object URL of a picture that can be shown. Closes with true once the cut is the user's picture.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const cropAvatar = {
  kind: 'dialog',
  name: 'billing.cropAvatar',
  owner,
  version: 1,
  title: 'Profile picture',
  size: 'fit',
  props: () => z.object({ source: z.string() }),
} as const satisfies DialogDef;

/**
 * The password before something that cannot be undone. Closes with true once the service has taken it.
 * @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`.
 */
export const confirmSignIn = {
  kind: 'dialog',
  name: 'billing.confirmSignIn',
  owner,
  version: 1,
  title: 'Confirm your password',
  size: 'small',
  props: () => z.object({}),
} as const satisfies DialogDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export const confirmPassword = {
  kind: 'dialog',
  name: 'billing.confirmPassword',
  owner,
  version: 1,
  title: 'Confirm your password',
  size: 'small',
  props: () => z.object({ email: z.string() }),
} as const satisfies DialogDef;
