import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { newId } from '../id.ts';
import { created, id, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    /** When the person proved that the address is theirs: by a link in a mail, or by a provider that had. */
    emailVerifiedDate: instant(),
    /** Argon2id; none for an account that only signs in through an identity provider. */
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
    /** Whether memories are made and used. */
    memoryEnabled: boolean().notNull().default(true),
    /** The id in the catalog of models of the one for new chats; none: the operator's first. */
    model: text(),
    reminderHour: smallint(),
    /** IANA's name, as the browser gave it; the hour of the reminder is in it. */
    timeZone: text(),
    /** The last day in that zone that needs no reminder any more, as 2026-11-21. */
    remindedDay: text(),
    heardFrom: text({ enum: ['friend', 'youtube', 'linkedin', 'x', 'reddit', 'other'] }),
    countryCode: text(),
    region: text(),
    postal: text(),
    currencySymbol: text(),
    activeTeamId: text(),
    booktAdmin: boolean().notNull().default(false),
    googleScopes: text().array(),
    microsoftScopes: text().array(),
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

/** Where a browser does not say what it is. */
export const unknownDevice = 'Unknown device';

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text().primaryKey(),
    /** Names the session to its user: the token never leaves its cookie. */
    id: text().notNull().unique().$defaultFn(newId),
    userId: ofUser(),
    /** In words, as `Chrome on Windows`. */
    device: text().notNull().default(unknownDevice),
    /** In words, from the address of its last use; the address itself is not kept. */
    place: text(),
    createdDate: created(),
    lastUsedDate: instant().notNull().defaultNow(),
    expires: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expires)],
);

/** An account at an outside identity provider: keyed by issuer and subject, never by e-mail. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: ofUser(),
    /** Whose button leads there; none where nobody has signed in with it since that is stored. */
    provider: text({ enum: ['google', 'apple', 'azure'] }),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

/** One-time links by mail: a password reset, the change to `newEmail`, or the proof that the address is the user's. */
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

/** A sign-in at an identity provider that is under way, in one browser. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the token in the browser's cookie, hex. */
    tokenHash: text().primaryKey(),
    provider: text({ enum: ['google', 'apple', 'azure'] }).notNull(),
    state: text().notNull().unique(),
    nonce: text().notNull(),
    /** Of PKCE. */
    verifier: text().notNull(),
    /** Who was signed in and wants to connect the provider; none for a sign-in. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the provider sent back with this state, hex. */
    answerHash: text(),
    createdDate: created(),
    expires: instant().notNull(),
  },
  (t) => [index('sign_in_attempts_expires').on(t.expires), index('sign_in_attempts_user').on(t.userId)],
);

/** Browsers in which a user has signed in before: a new one is told by mail. */
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

/** Passkeys, by the id that the authenticator gave; base64url. */
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

/** Challenges that wait for their passkey's answer; each is taken once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** Who registers a passkey; none for a sign-in. */
    userId: text().references(() => users.id, { onDelete: 'cascade' }),
    expires: instant().notNull(),
  },
  (t) => [index('passkey_challenges_expires').on(t.expires)],
);

export const pushTokens = pgTable(
  'push_tokens',
  { token: text().primaryKey(), userId: ofUser(), createdDate: created() },
  (t) => [index('push_tokens_user').on(t.userId)],
);

export const memories = pgTable(
  'memories',
  { id: id(), userId: ofUser(), memory: text().notNull(), createdDate: created() },
  (t) => [index('memories_user').on(t.userId, t.id)],
);
