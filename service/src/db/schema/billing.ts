import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';
import { teams } from './teams.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** A payer at a payment provider. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    userId: ofUser(),
    provider: text().notNull(),
    providerId: text().notNull(),
    testAccount: boolean().notNull().default(false),
    createdDate: created(),
  },
  (t) => [
    uniqueIndex('customers_user').on(t.userId, t.provider),
    uniqueIndex('customers_provider').on(t.provider, t.providerId),
  ],
);

/** Of a person, or of a team where `teamId` is set. Money in minor units. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    customerId: text()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    providerId: text().notNull(),
    status: text({ enum: ['active', 'canceled'] })
      .notNull()
      .default('active'),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    currency: text().notNull(),
    currentStart: instant().notNull(),
    currentEnd: instant().notNull(),
    createdDate: created(),
  },
  (t) => [
    uniqueIndex('subscriptions_provider').on(t.provider, t.providerId),
    index('subscriptions_user').on(t.userId),
    index('subscriptions_team').on(t.teamId),
  ],
);

/** One visit to a checkout, and what it is to buy. Amounts in minor units. */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    userId: ofUser(),
    status: text({ enum: ['open', 'paid', 'expired'] })
      .notNull()
      .default('open'),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    currency: text().notNull(),
    /** The team to make; none for a person's own plan. */
    teamName: text(),
    subscriptionId: text(),
    createdDate: created(),
    paidDate: instant(),
    expires: instant().notNull(),
  },
  (t) => [index('payment_sessions_user').on(t.userId)],
);

/** Every event of a payment provider, taken once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    receivedDate: created(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] })],
);
