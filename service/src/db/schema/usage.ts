import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';
import { teams } from './teams.ts';

/** Rows outlive the account: totals of teams and the product stay, without the user. */
const byUser = () => text().references(() => users.id, { onDelete: 'set null' });
/** The active team at the time; empty for none. */
const inTeam = () => text().notNull().default('');
/** US dollars times a million, as an integer, so that sums are exact. */
const microDollars = () => bigint({ mode: 'number' });
const count = () => bigint({ mode: 'number' }).notNull().default(0);

/** Prices at the time of use, in US dollars: per million tokens, per picture, and per minute of audio. */
export interface StoredPrice {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly picture?: number | undefined;
  readonly minute?: number | undefined;
}

const amounts = () => ({
  /** Tokens. `cached` and `written` are part of the input, `thought` is part of the output. */
  input: count(),
  output: count(),
  cached: count(),
  /** Tokens that were stored in the provider's cache for later requests. */
  written: count(),
  thought: count(),
  pictures: integer().notNull().default(0),
  /** Seconds of transcribed audio. */
  seconds: integer().notNull().default(0),
  cost: microDollars().notNull().default(0),
});

/** The ledger: what each use of a model took and cost. Rows never change. */
export const modelUses = pgTable(
  'model_uses',
  {
    id: text().primaryKey(),
    userId: byUser(),
    teamId: inTeam(),
    /** The model's id in the catalog. */
    model: text().notNull(),
    purpose: text().notNull(),
    /** The message of the reply; it may no longer exist. */
    messageId: text(),
    ...amounts(),
    /** Whether the provider reported nothing, so that tokens are estimated from characters. */
    estimated: boolean().notNull().default(false),
    /** Null if no price was known. */
    price: jsonb().$type<StoredPrice>(),
    createdDate: created(),
  },
  (t) => [index('model_uses_user').on(t.userId, t.id), index('model_uses_message').on(t.messageId)],
);

/**
 * Sums of the ledger by day (UTC, such as 2026-11-21), written together with it. Without a user several rows may have
 * the same key.
 */
export const modelUseDays = pgTable(
  'model_use_days',
  {
    id: id(),
    day: text().notNull(),
    userId: byUser(),
    teamId: inTeam(),
    model: text().notNull(),
    purpose: text().notNull(),
    uses: integer().notNull().default(0),
    /** The number of uses that are estimated. */
    estimated: integer().notNull().default(0),
    ...amounts(),
  },
  (t) => [
    uniqueIndex('model_use_days_user').on(t.userId, t.day, t.teamId, t.model, t.purpose),
    index('model_use_days_team').on(t.teamId, t.day),
    index('model_use_days_model').on(t.model, t.day),
    index('model_use_days_day').on(t.day),
  ],
);

/**
 * A reservation for a running reply or another request: what is needed to count it after a crash, and its highest cost.
 */
export const usageReservations = pgTable(
  'usage_reservations',
  {
    messageId: text().primaryKey(),
    userId: byUser(),
    teamId: inTeam(),
    model: text().notNull(),
    purpose: text().notNull(),
    /** The estimated tokens of the request. */
    input: integer().notNull(),
    seconds: integer().notNull().default(0),
    price: jsonb().$type<StoredPrice>(),
    cost: microDollars().notNull().default(0),
    expires: instant().notNull(),
  },
  (t) => [
    index('usage_reservations_user').on(t.userId),
    index('usage_reservations_team').on(t.teamId),
    index('usage_reservations_expires').on(t.expires),
  ],
);

/** The monthly budget (UTC) that a team's admins have set for the team or one of its members. */
export const teamBudgets = pgTable(
  'team_budgets',
  {
    teamId: text()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** Empty for the team as a whole. */
    userId: text().notNull().default(''),
    limit: microDollars().notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
);
