import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { newId } from '../id.ts';
import { created, id, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    /** When the user verified the address, by an email link or through a provider that had verified it. */
    emailVerifiedDate: instant(),
    /** Argon2id; null for an account that only signs in through an identity provider. */
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    username: text(),
    avatarImageUrl: text(),
    theme: text({ enum: ['light', 'dark'] }),
    fontSize: text({ enum: ['14px', '16px', '18px'] }),
    aiPersonality: text({ enum: ['explorer', 'serious', 'casual'] }),
    aiLanguage: text({ enum: ['en-US', 'en-GB'] }),
    aiDisplayName: text(),
    emailNotifications: boolean().notNull().default(true),
    /** Whether memories are created and used. */
    memoryEnabled: boolean().notNull().default(true),
    /** The catalog id of the model for new chats; null for the operator's first one. */
    model: text(),
    reminderHour: smallint(),
    /** The IANA time zone from the browser, which the reminder's hour refers to. */
    timeZone: text(),
    /** The last day in that zone with a reminder, such as 2026-11-21. */
    remindedDay: text(),
    /** The last day in that zone whose hour was over already when the hour was chosen. */
    reminderSkippedDay: text(),
    heardFrom: text({ enum: ['friend', 'youtube', 'linkedin', 'x', 'reddit', 'other'] }),
    countryCode: text(),
    region: text(),
    postal: text(),
    currencySymbol: text(),
    activeTeamId: text(),
    booktAdmin: boolean().notNull().default(false),
    googleScopes: text().array(),
    microsoftScopes: text().array(),
    /** When the user deleted the account, until it is gone. */
    deletingSince: instant(),
    createdDate: created(),
  },
  (t) => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    uniqueIndex('users_username').on(sql`lower(${t.username})`),
  ],
);

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** For a browser that sends no usable `User-Agent`. */
export const unknownDevice = 'Unknown device';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text().primaryKey(),
    /** Identifies the session to its user; the token never leaves the cookie. */
    id: text().notNull().unique().$defaultFn(newId),
    userId: ofUser(),
    /** A readable name, such as `Chrome on Windows`. */
    device: text().notNull().default(unknownDevice),
    /** The readable location of its last use; the IP address itself is not stored. */
    place: text(),
    createdDate: created(),
    lastUsedDate: instant().notNull().defaultNow(),
    expires: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expires)],
);

/** An account at an external identity provider, keyed by issuer and subject, never by email. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: ofUser(),
    /** The provider whose button leads there; null if nobody has signed in with it since this is stored. */
    provider: text({ enum: ['google', 'apple', 'azure'] }),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

/** One-time email links: for a password reset, the change to `newEmail`, or verifying the user's address. */
export const emailHashes = pgTable(
  'email_hashes',
  {
    /** SHA-256 of the link's secret, hex. */
    hash: text().primaryKey(),
    userId: ofUser(),
    kind: text({ enum: ['reset', 'change', 'confirm'] }).notNull(),
    newEmail: text(),
    createdDate: created(),
    expires: instant().notNull(),
    usedDate: instant(),
  },
  (t) => [index('email_hashes_user').on(t.userId)],
);

/** A sign-in at an identity provider that is in progress in one browser. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the token in the browser's cookie, hex. */
    tokenHash: text().primaryKey(),
    provider: text({ enum: ['google', 'apple', 'azure'] }).notNull(),
    state: text().notNull().unique(),
    nonce: text().notNull(),
    /** The PKCE verifier. */
    verifier: text().notNull(),
    /** The signed-in user who wants to connect the provider; null for a sign-in. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the provider's answer for this state, hex. */
    answerHash: text(),
    createdDate: created(),
    expires: instant().notNull(),
  },
  (t) => [index('sign_in_attempts_expires').on(t.expires), index('sign_in_attempts_user').on(t.userId)],
);

/** Browsers that a user has signed in with before; a new one triggers an email. */
export const devices = pgTable(
  'devices',
  {
    userId: ofUser(),
    /** SHA-256 of the browser's own token, hex. */
    deviceHash: text().notNull(),
    createdDate: created(),
    lastUsedDate: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] })],
);

/** Passkeys, by the authenticator's credential id in base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: ofUser(),
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdDate: created(),
    lastUsedDate: instant(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** Challenges that wait for a passkey's answer; each is consumed once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** The user who registers a passkey; null for a sign-in. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    expires: instant().notNull(),
  },
  (t) => [index('passkey_challenges_expires').on(t.expires)],
);

/** Browsers that Firebase has registered, by the token that it gave them. */
export const pushTokens = pgTable(
  'push_tokens',
  {
    token: text().primaryKey(),
    userId: ofUser(),
    /** SHA-256 of the endpoint of the browser's push subscription, hex. Null if an earlier release registered it. */
    endpointHash: text(),
    /**
     * `tokenHash` of the session with which the browser subscribed. It is notified as long as that is open. Null before
     * it has subscribed. No foreign key, because a browser that changes its session stays subscribed.
     */
    sessionHash: text(),
    createdDate: created(),
  },
  (t) => [index('push_tokens_user').on(t.userId), uniqueIndex('push_tokens_endpoint').on(t.endpointHash)],
);

export const memories = pgTable(
  'memories',
  { id: id(), userId: ofUser(), memory: text().notNull(), createdDate: created() },
  (t) => [index('memories_user').on(t.userId, t.id)],
);
