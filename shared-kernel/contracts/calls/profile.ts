import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { heardFromOptions, languages, personalities } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { personName, username } from '../validation.ts';

/**
 * A change of the names may be based on the user's `revision`. The answer has the next one. Beyond the specification.
 */
export const updateUser = {
  kind: 'call',
  name: 'profile.updateUser',
  version: 1,
  method: 'POST',
  path: '/updateUser',
  access: 'user',
  basedOn: true,
  input: () =>
    z.partial(
      z.strictObject({
        theme: z.enum(['light', 'dark']),
        fontSize: z.enum(['14px', '16px', '18px']),
        firstName: personName(),
        lastName: personName(),
        username: username(),
        emailNotifications: z.boolean(),
        aiPersonality: z.enum(personalities),
        aiLanguage: z.enum(languages),
        aiDisplayName: z.string().check(z.maxLength(50)),
        /** Null turns the reminder off. */
        reminderHour: z.nullable(z.int().check(z.gte(0), z.lte(23))),
        /** The IANA time zone of the reminder's hour. Beyond the specification. */
        timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
        avatarImageUrl: z.string().check(z.maxLength(2048)),
        heardFrom: z.enum(heardFromOptions),
        /** The id of the model for new chats. Null: that of the active team, else the operator's first. Beyond the specification. */
        model: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
      }),
    ),
  output: () => z.extend(done(), { revision: z.optional(z.string()) }),
} as const satisfies CallDef;

/**
 * Deletes the account and everything that belongs to it. Fails with the code `payment-pending` while a payment of the user
 * is on its way.
 */
export const deleteUser = {
  kind: 'call',
  name: 'profile.deleteUser',
  version: 1,
  method: 'POST',
  path: '/deleteUser',
  access: 'user',
  input: nothing,
  output: done,
} as const satisfies CallDef;
