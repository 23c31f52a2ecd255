import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sealable } from '../sealed.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const provider = () => text({ enum: ['google', 'microsoft'] }).notNull();

/** A user's account at an external workspace service that the product may read. */
export const integrations = pgTable(
  'integrations',
  {
    userId: ofUser(),
    provider: provider(),
    /** The email address of the account, from the provider. */
    account: text(),
    scopes: text().array().notNull(),
    /** The tokens as JSON, encrypted. */
    tokens: sealable().notNull(),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] })],
);

/** A consent that was requested from such a service; its answer is consumed once. */
export const consentAttempts = pgTable(
  'consent_attempts',
  {
    state: text().primaryKey(),
    userId: ofUser(),
    provider: provider(),
    nonce: text().notNull(),
    /** The PKCE verifier. */
    verifier: text().notNull(),
    redirectUri: text().notNull(),
    expires: instant().notNull(),
  },
  (t) => [index('consent_attempts_expires').on(t.expires)],
);

/** The usage of replies on one day (UTC), counted as each reply ends; texts are never read again for it. */
export const usageDays = pgTable(
  'usage_days',
  {
    userId: ofUser(),
    /** The active team at the time; empty for none. */
    teamId: text().notNull().default(''),
    /** Such as 2026-11-21. */
    day: text().notNull(),
    messages: integer().notNull().default(0),
    tokens: integer().notNull().default(0),
    images: integer().notNull().default(0),
    research: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.teamId, t.day] }), index('usage_days_team').on(t.teamId, t.day)],
);
