import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { heardFromOptions, languages, personalities } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { personName, username } from '../validation.ts';

/** A change of the names may be based on the user's `revision`; the answer has the next one. Beyond the specification. */
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
        /** Null: no reminder any more. */
        reminderHour: z.nullable(z.int().check(z.gte(0), z.lte(23))),
        /** IANA's name of the zone that the hour of the reminder is in. Beyond the specification. */
        timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
        avatarImageUrl: z.string().check(z.maxLength(2048)),
        heardFrom: z.enum(heardFromOptions),
        /** The id of the model for new chats; null: the operator's first. Beyond the specification. */
        model: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
      }),
    ),
  output: () => z.extend(done(), { revision: z.optional(z.string()) }),
} as const satisfies CallDef;

/** Ends the account with all that belongs to it. */
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
