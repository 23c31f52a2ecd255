import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';
import { teams } from './teams.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

const minorUnits = () => bigint({ mode: 'number' }).notNull();

/** A customer of a payment provider: a person or, if `teamId` is set, a team, for which `userId` is responsible. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    userId: ofUser(),
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    providerId: text().notNull(),
    testAccount: boolean().notNull().default(false),
    /** The last four digits of the local provider's card; empty after the payer has left. */
    card: text().notNull().default('4242'),
    createdDate: created(),
  },
  (t) => [
    uniqueIndex('customers_user')
      .on(t.userId, t.provider)
      .where(sql`team_id is null`),
    uniqueIndex('customers_team').on(t.teamId, t.provider),
    uniqueIndex('customers_provider').on(t.provider, t.providerId),
  ],
);

/** The conflict targets with which an insert finds the existing customer of a person or a team. */
export const personsCustomer = { target: [customers.userId, customers.provider], targetWhere: sql`team_id is null` };
export const teamsCustomer = { target: [customers.teamId, customers.provider] };

/**
 * The subscription of a person or, if `teamId` is set, of a team: what is known about the provider's subscription, and
 * the ledger of the local provider. `currentEnd` is the end of the paid period. Amounts are in minor units.
 */
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
    /** `past_due`: a renewal was not paid and is being retried. */
    status: text({ enum: ['active', 'past_due', 'canceled'] })
      .notNull()
      .default('active'),
    cancelAtEnd: boolean().notNull().default(false),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    /** The interval and price from `currentEnd` on, if the payer has chosen another interval. */
    nextInterval: text({ enum: ['month', 'year'] }),
    nextUnitAmount: integer(),
    /** For the local provider: the day from which periods are counted, if it is not the day of the purchase. */
    billingAnchor: instant(),
    currency: text().notNull(),
    currentStart: instant().notNull(),
    currentEnd: instant().notNull(),
    /** Credit at the local provider from seats that were given back; it reduces the next invoices. */
    credit: minorUnits().default(0),
    /** When the state was last read from the provider. */
    syncedDate: instant().notNull().defaultNow(),
    /**
     * `asked` counts the requests to the provider; `told` is the latest one whose answer is stored. Answers to older
     * requests are dropped.
     */
    asked: integer().notNull().default(0),
    told: integer().notNull().default(0),
    /** The number of changes without an email so far; 0 means that all are sent. */
    noticesDue: integer().notNull().default(0),
    /** Payments before this instant get no email. */
    noticesFrom: instant().notNull().defaultNow(),
    createdDate: created(),
  },
  (t) => [
    index('subscriptions_notices')
      .on(t.provider)
      .where(sql`notices_due > 0`),
    uniqueIndex('subscriptions_provider').on(t.provider, t.providerId),
    index('subscriptions_user').on(t.userId),
    index('subscriptions_team').on(t.teamId),
  ],
);

/**
 * The current change of a team's seats. Its request is in flight until `askedUntil`; after that its outcome is unknown
 * or, with a `redirectUrl`, the payer can confirm it there until `expires`.
 */
export const seatChanges = pgTable(
  'seat_changes',
  {
    teamId: text()
      .primaryKey()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** The idempotency key of this change: the provider applies it once, however often it is requested. */
    key: text().notNull(),
    provider: text().notNull(),
    /** The provider's id. */
    subscriptionId: text().notNull(),
    quantity: integer().notNull(),
    /** The instant for which amounts are computed. */
    at: instant().notNull(),
    actorId: text().references(() => users.id, { onDelete: 'set null' }),
    askedUntil: instant().notNull(),
    redirectUrl: text(),
    expires: instant(),
  },
  (t) => [index('seat_changes_subscription').on(t.subscriptionId), index('seat_changes_actor').on(t.actorId)],
);

/** The subject of a checkout as one string: a personal plan, a team's plan, or a new team. */
const subject = sql`case
  when team_id is not null then 'team:' || team_id
  when team_name is not null then 'new:' || user_id || ':' || lower(btrim(team_name))
  else 'user:' || user_id end`;

/**
 * A checkout and what it buys. Amounts are in minor units. `opening`: the provider is creating the page and nobody has
 * its URL yet; until then the id is our own.
 */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    userId: ofUser(),
    status: text({ enum: ['opening', 'open', 'paid', 'expired'] })
      .notNull()
      .default('open'),
    subject: text().notNull().generatedAlwaysAs(subject),
    /** The provider's page; null for checkouts from before it was stored. */
    url: text(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    currency: text().notNull(),
    /** The name of the new team, or of the one that subscribes again; null for a personal plan. */
    teamName: text(),
    /** The existing team that subscribes again. */
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    subscriptionId: text(),
    createdDate: created(),
    paidDate: instant(),
    expires: instant().notNull(),
  },
  (t) => [
    index('payment_sessions_user').on(t.userId),
    index('payment_sessions_subject').on(t.subject),
    // At most one payable checkout per subject, no matter how many requests there are.
    uniqueIndex('payment_sessions_open')
      .on(t.provider, t.subject)
      .where(sql`status in ('opening', 'open')`),
  ],
);

/**
 * A duplicate payment: its subscription is ended and the money refunded. The record outlives accounts and teams, as
 * invoices do. Amounts are in minor units.
 */
export const refunds = pgTable(
  'refunds',
  {
    provider: text().notNull(),
    sessionId: text().notNull(),
    /** The provider's id of the subscription that ends. */
    subscriptionId: text().notNull(),
    /** The provider's id of the subscription that continues; null if that is another provider's. */
    keptId: text(),
    /** The user who paid. */
    userId: text().notNull(),
    /** The team whose plan continues; null for a personal plan. */
    teamId: text(),
    status: text({ enum: ['due', 'done'] })
      .notNull()
      .default('due'),
    refunded: minorUnits().default(0),
    /** Deducted from the next invoices if it cannot be refunded. */
    credited: minorUnits().default(0),
    currency: text().notNull(),
    /** The provider's page that shows the refund. */
    url: text(),
    createdDate: created(),
    doneDate: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.sessionId] }),
    index('refunds_user').on(t.userId),
    index('refunds_team').on(t.teamId),
    index('refunds_due')
      .on(t.provider)
      .where(sql`status = 'due'`),
  ],
);

/** Every event of a payment provider, stored once. With `processedDate` it is done. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    receivedDate: created(),
    processedDate: instant(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] })],
);

/** Sent emails about payments, by what they are about, so that none is sent twice. They contain no personal data. */
export const billingNotices = pgTable('billing_notices', { key: text().primaryKey(), createdDate: created() });

export interface InvoiceLine {
  readonly text: string;
  /** In minor units; negative amounts are returned. */
  readonly amount: number;
}

/** The local provider's invoices. They outlive accounts and teams, as a ledger must. Amounts are in minor units. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    number: serial().notNull(),
    /** The provider's id of the subscription. */
    subscriptionId: text().notNull(),
    userId: text().notNull(),
    teamId: text(),
    status: text({ enum: ['open', 'paid', 'void'] }).notNull(),
    reason: text({ enum: ['start', 'renewal', 'seats', 'price', 'refund'] }).notNull(),
    /** The number of seats once an open invoice for seats is paid. */
    quantity: integer(),
    lines: jsonb().$type<readonly InvoiceLine[]>().notNull(),
    total: minorUnits(),
    /** The charged amount: the total minus the credit, never negative. */
    amountDue: minorUnits(),
    currency: text().notNull(),
    periodStart: instant().notNull(),
    periodEnd: instant().notNull(),
    createdDate: created(),
    paidDate: instant(),
  },
  (t) => [index('invoices_subscription').on(t.subscriptionId, t.createdDate)],
);
