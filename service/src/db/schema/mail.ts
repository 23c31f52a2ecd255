import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, id, instant } from './columns.ts';

/** Every email to send: the outbox of a real provider, the mailbox of the local one. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    recipient: text().notNull(),
    /** The reply address, if it is not the product's. */
    replyTo: text(),
    subject: text().notNull(),
    plain: text().notNull(),
    html: text().notNull(),
    createdDate: created(),
    sentDate: instant(),
    error: text(),
  },
  (t) => [index('mails_recipient').on(t.recipient, t.id)],
);

export const helpMessages = pgTable('help_messages', {
  id: id(),
  userId: text().references(() => users.id, { onDelete: 'set null' }),
  text: text().notNull(),
  createdDate: created(),
});
