import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sealable } from '../sealed.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const provider = () => text({ enum: ['google', 'microsoft'] }).notNull();

/** A person's account at an outside workspace service, as far as they let the product read it. */
export const integrations = pgTable(
  'integrations',
  {
    userId: ofUser(),
    provider: provider(),
    /** Its address, as the provider says. */
    account: text(),
    scopes: text().array().notNull(),
    /** Sealed: the tokens as JSON. */
    tokens: sealable().notNull(),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] })],
);

/** A consent that is asked for at such a service; its answer is taken once. */
export const consentAttempts = pgTable(
  'consent_attempts',
  {
    state: text().primaryKey(),
    userId: ofUser(),
    provider: provider(),
    nonce: text().notNull(),
    /** Of PKCE. */
    verifier: text().notNull(),
    redirectUri: text().notNull(),
    expires: instant().notNull(),
  },
  (t) => [index('consent_attempts_expires').on(t.expires)],
);

/** What replies have used on one day (UTC), counted as each ends: no text of them is looked at again. */
export const usageDays = pgTable(
  'usage_days',
  {
    userId: ofUser(),
    /** The team that was active; empty for none. */
    teamId: text().notNull().default(''),
    /** As 2026-11-21. */
    day: text().notNull(),
    messages: integer().notNull().default(0),
    tokens: integer().notNull().default(0),
    images: integer().notNull().default(0),
    research: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.teamId, t.day] }), index('usage_days_team').on(t.teamId, t.day)],
);
