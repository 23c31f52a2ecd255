import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';
import { teams } from './teams.ts';

/** Rows outlive the account: totals of teams and of the product stay, without the person. */
const byUser = () => text().references(() => users.id, { onDelete: 'set null' });
/** The team that was active; empty for none. */
const inTeam = () => text().notNull().default('');
/** US dollars by a million: an integer, so that sums are exact. */
const microDollars = () => bigint({ mode: 'number' });
const count = () => bigint({ mode: 'number' }).notNull().default(0);

/** US dollars for a million tokens, for a picture and for a minute of sound, as they were at the time of use. */
export interface StoredPrice {
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly picture?: number | undefined;
  readonly minute?: number | undefined;
}

const amounts = () => ({
  /** Tokens. `cached` and `written` are parts of the input, `thought` is a part of the output. */
  input: count(),
  output: count(),
  cached: count(),
  /** Stored in the provider's cache for later requests. */
  written: count(),
  thought: count(),
  pictures: integer().notNull().default(0),
  /** Of sound that was written down. */
  seconds: integer().notNull().default(0),
  cost: microDollars().notNull().default(0),
});

/** The ledger: what each use of a model took and cost. Rows are never changed. */
export const modelUses = pgTable(
  'model_uses',
  {
    id: text().primaryKey(),
    userId: byUser(),
    teamId: inTeam(),
    /** Its id in the catalog. */
    model: text().notNull(),
    purpose: text().notNull(),
    /** The reply; it may be gone. */
    messageId: text(),
    ...amounts(),
    /** The provider reported nothing: tokens are counted by their characters. */
    estimated: boolean().notNull().default(false),
    /** None: no price was known. */
    price: jsonb().$type<StoredPrice>(),
    createdDate: created(),
  },
  (t) => [index('model_uses_user').on(t.userId, t.id), index('model_uses_message').on(t.messageId)],
);

/** Sums of the ledger by day (UTC, as 2026-11-21), written together with it. Without a person several rows may be alike. */
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
    /** Of the uses. */
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
 * A running reply, or another use that is under way and names no message: what its request holds, so that it can be counted
 * after a crash, and what it may cost at most.
 */
export const usageReservations = pgTable(
  'usage_reservations',
  {
    messageId: text().primaryKey(),
    userId: byUser(),
    teamId: inTeam(),
    model: text().notNull(),
    purpose: text().notNull(),
    /** Tokens of the request, estimated. */
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

/** What a team's admins let the team, or one of its members, spend in a month (UTC). */
export const teamBudgets = pgTable(
  'team_budgets',
  {
    teamId: text()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** Empty: the team as a whole. */
    userId: text().notNull().default(''),
    limit: microDollars().notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
);
