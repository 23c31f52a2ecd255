import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, id, instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
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
    reminderHour: smallint(),
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

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    createdDate: created(),
    expires: instant().notNull(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expires').on(t.expires)],
);

/** An account at an outside identity provider: keyed by issuer and subject, never by e-mail. */
export const identities = pgTable(
  'identities',
  { issuer: text().notNull(), subject: text().notNull(), userId: ofUser(), createdDate: created() },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

/** One-time links by mail: a password reset, or the change to `newEmail`. */
export const emailHashes = pgTable(
  'email_hashes',
  {
    /** SHA-256 of the link's secret, hex. */
    hash: text().primaryKey(),
    userId: ofUser(),
    kind: text({ enum: ['reset', 'change'] }).notNull(),
    newEmail: text(),
    createdDate: created(),
    expires: instant().notNull(),
    usedDate: instant(),
  },
  (t) => [index('email_hashes_user').on(t.userId)],
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
