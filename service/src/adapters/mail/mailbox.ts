import { mails } from '../../db/schema/mail.ts';
import type { MailPort } from '../../ports/mail.ts';

/** Keeps every mail in the database, where the page `/local/mail` shows it. */
export const createMailbox = (): MailPort => ({
  send: async (tx, { to, replyTo, subject, plain, html }) => {
    await tx
      .insert(mails)
      .values({ recipient: to, replyTo: replyTo ?? null, subject, plain, html, sentDate: new Date() });
  },
  tasks: [],
});
