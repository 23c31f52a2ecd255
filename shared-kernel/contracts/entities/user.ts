import * as z from 'zod/mini';
import { heardFromOptions, languages, personalities } from '../constants.ts';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

/** The signed-in user as the browser knows it (A3.01). `authVersion`, `ip` and `rate` are the client's own. */
export const user = () =>
  z.object({
    _id: id(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    username: z.optional(z.string()),
    avatarImageUrl: z.optional(z.string()),
    theme: z.optional(z.enum(['light', 'dark'])),
    fontSize: z.optional(z.enum(['14px', '16px', '18px'])),
    aiPersonality: z.optional(z.enum(personalities)),
    aiLanguage: z.optional(z.enum(languages)),
    aiDisplayName: z.optional(z.string()),
    emailNotifications: z.boolean(),
    reminderHour: z.optional(z.int().check(z.gte(0), z.lte(23))),
    /** The IANA time zone of `reminderHour`. Beyond the specification. */
    timeZone: z.optional(z.string()),
    heardFrom: z.optional(z.enum(heardFromOptions)),
    subscriptionEndDate: z.optional(instant()),
    countryCode: z.optional(z.string()),
    region: z.optional(z.string()),
    postal: z.optional(z.string()),
    currencySymbol: z.optional(z.string()),
    activeTeam: z.optional(id()),
    booktAdmin: z.boolean(),
    googleScopes: z.optional(z.array(z.string())),
    microsoftScopes: z.optional(z.array(z.string())),
    /** Whether an email link or a provider has verified the address. Beyond the specification. */
    emailVerified: z.optional(z.boolean()),
    /** Whether memories are made from what the user writes and given to the assistant. Beyond the specification. */
    memoryEnabled: z.optional(z.boolean()),
    /** False if this installation has no model that transcribes voice notes. Beyond the specification. */
    voiceNotes: z.optional(z.boolean()),
    /** False if this installation sends no push notifications. Beyond the specification. */
    pushNotifications: z.optional(z.boolean()),
    /** Whether there is more than one model to choose from. Beyond the specification. */
    models: z.optional(z.boolean()),
    /** The id of the model for new chats, if the user chose one. Beyond the specification. */
    model: z.optional(z.string()),
    /** The revision of the names that the user types. Beyond the specification. */
    revision: z.optional(z.string()),
  });
export type User = Infer<typeof user>;

/** The caller's location as the service sees it, cached by the shell (A7.05). */
export const ipInfo = () =>
  z.object({
    msg: z.optional(z.literal('current')),
    ip: z.optional(z.string()),
    region: z.optional(z.string()),
    postal: z.optional(z.string()),
    country: z.optional(z.string()),
  });
export type IpInfo = Infer<typeof ipInfo>;
