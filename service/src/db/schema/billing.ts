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

/** A payer at a payment provider: a person, or a team where `teamId` is set, which `userId` then answers for. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    userId: ofUser(),
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    providerId: text().notNull(),
    testAccount: boolean().notNull().default(false),
    /** The last four digits of the local provider's card. */
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

/** How an insert finds the customer that a person, or a team, has already. */
export const personsCustomer = { target: [customers.userId, customers.provider], targetWhere: sql`team_id is null` };
export const teamsCustomer = { target: [customers.teamId, customers.provider] };

/**
 * Of a person, or of a team where `teamId` is set: what is known here of a provider's subscription, and the local
 * provider's own book. `currentEnd` is the end of what is paid. Money in minor units.
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
    /** `past_due`: a renewal was not paid, and is tried again. */
    status: text({ enum: ['active', 'past_due', 'canceled'] })
      .notNull()
      .default('active'),
    cancelAtEnd: boolean().notNull().default(false),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    /** What it costs from `currentEnd` on, where its payer has chosen another interval. */
    nextInterval: text({ enum: ['month', 'year'] }),
    nextUnitAmount: integer(),
    /** The local provider's: the day from which periods are counted, where that is not the day of the purchase. */
    billingAnchor: instant(),
    currency: text().notNull(),
    currentStart: instant().notNull(),
    currentEnd: instant().notNull(),
    /** What the local provider owes, from seats that were given back: it lowers the next invoices. */
    credit: minorUnits().default(0),
    /** When the provider was asked last. */
    syncedDate: instant().notNull().defaultNow(),
    /** How often the provider was asked, and the newest asking whose answer is written: an older one is not. */
    asked: integer().notNull().default(0),
    told: integer().notNull().default(0),
    /** Counts changes that nobody was sent an email about; 0: all were. */
    noticesDue: integer().notNull().default(0),
    /** Nobody gets an email about what was paid before. */
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
 * The change of a team's seats that is under way: being asked for until `askedUntil`, then without a known end, or, with
 * a `redirectUrl`, waiting there until `expires` for its payer to confirm it.
 */
export const seatChanges = pgTable(
  'seat_changes',
  {
    teamId: text()
      .primaryKey()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** Of this change alone: the provider does what it names once, however often it is asked. */
    key: text().notNull(),
    provider: text().notNull(),
    /** The provider's id. */
    subscriptionId: text().notNull(),
    quantity: integer().notNull(),
    /** The instant whose amounts are charged. */
    at: instant().notNull(),
    actorId: text().references(() => users.id, { onDelete: 'set null' }),
    askedUntil: instant().notNull(),
    redirectUrl: text(),
    expires: instant(),
  },
  (t) => [index('seat_changes_subscription').on(t.subscriptionId), index('seat_changes_actor').on(t.actorId)],
);

/** What a checkout is for, one text for each: a person's own plan, a team's plan, a team that is to be made. */
const subject = sql`case
  when team_id is not null then 'team:' || team_id
  when team_name is not null then 'new:' || user_id || ':' || lower(btrim(team_name))
  else 'user:' || user_id end`;

/**
 * One visit to a checkout, and what it is to buy. Amounts in minor units. `opening`: the provider is being asked for the
 * page, whose address nobody has yet; the id is our own until then.
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
    /** The provider's page; none for checkouts of before it was kept. */
    url: text(),
    interval: text({ enum: ['month', 'year'] }).notNull(),
    quantity: integer().notNull(),
    unitAmount: integer().notNull(),
    currency: text().notNull(),
    /** The name of the team: of the one to make, or of the one that begins to pay again. None for a person's own plan. */
    teamName: text(),
    /** The team that begins to pay again. */
    teamId: text().references(() => teams.id, { onDelete: 'cascade' }),
    subscriptionId: text(),
    createdDate: created(),
    paidDate: instant(),
    expires: instant().notNull(),
  },
  (t) => [
    index('payment_sessions_user').on(t.userId),
    index('payment_sessions_subject').on(t.subject),
    // One checkout that can be paid, whoever asks for it and however many at once.
    uniqueIndex('payment_sessions_open')
      .on(t.provider, t.subject)
      .where(sql`status in ('opening', 'open')`),
  ],
);

/**
 * A payment for what was paid already: its subscription is ended, and the money goes back. It outlives accounts and
 * teams, as invoices do. Money in minor units.
 */
export const refunds = pgTable(
  'refunds',
  {
    provider: text().notNull(),
    sessionId: text().notNull(),
    /** The provider's id of the subscription that ends. */
    subscriptionId: text().notNull(),
    /** The provider's id of the one that goes on; none where that is another provider's. */
    keptId: text(),
    /** Who paid. */
    userId: text().notNull(),
    /** The team whose plan goes on; none for a person's own. */
    teamId: text(),
    status: text({ enum: ['due', 'done'] })
      .notNull()
      .default('due'),
    refunded: minorUnits().default(0),
    /** Taken off the next invoices, where it cannot be refunded. */
    credited: minorUnits().default(0),
    currency: text().notNull(),
    /** A page that shows it. */
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

/** Every event of a payment provider, taken once. `processedDate`: nothing is left to do for it. */
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

/** Emails about payments that were sent, each by what it is about: none is sent twice. It names no person. */
export const billingNotices = pgTable('billing_notices', { key: text().primaryKey(), createdDate: created() });

export interface InvoiceLine {
  readonly text: string;
  /** In minor units; below zero it is given back. */
  readonly amount: number;
}

/** The local provider's invoices. They outlive accounts and teams, as a ledger must. Money in minor units. */
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
    /** The seats that there are once an open bill for seats is paid. */
    quantity: integer(),
    lines: jsonb().$type<readonly InvoiceLine[]>().notNull(),
    total: minorUnits(),
    /** What is charged: the total less the credit, never below zero. */
    amountDue: minorUnits(),
    currency: text().notNull(),
    periodStart: instant().notNull(),
    periodEnd: instant().notNull(),
    createdDate: created(),
    paidDate: instant(),
  },
  (t) => [index('invoices_subscription').on(t.subscriptionId, t.createdDate)],
);
