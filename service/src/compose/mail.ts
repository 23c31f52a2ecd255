import { addToGraphile } from '../adapters/jobs/graphile.ts';
import { createMailbox, createOutbox } from '../adapters/mail/outbox.ts';
import { createSmtp } from '../adapters/mail/smtp.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { outsideTransaction } from '../db/transaction-guard.ts';
import type { WarnLog } from '../log.ts';
import type { MailPort } from '../ports/mail.ts';

interface Installation {
  readonly config: Pick<Config, 'smtp' | 'mailbox' | 'localMail' | 'public' | 'origins'>;
  readonly database: Pick<Database, 'db'>;
  readonly log: WarnLog;
  readonly now?: () => number;
}

/** Chooses how mail leaves. Throws an error for the operator if a public product would say so and send none. */
export const chooseMail = ({ config, database: { db }, log, now = Date.now }: Installation): MailPort => {
  const { smtp, mailbox, localMail, origins } = config;
  if (smtp) {
    const { deliver } = outsideTransaction('mail', { deliver: createSmtp(smtp) });
    return createOutbox({ db, addToTask: addToGraphile, deliver, retainEmails: mailbox, log, now });
  }
  if (config.public && !localMail)
    throw new Error(
      `Mail is not configured for ${origins[0]}: set SMTP_URL and MAIL_FROM, or ATRIUM_LOCAL_MAIL=1 to send none, so that nobody can confirm an address or reset a password.`,
    );
  return createMailbox({ retainEmails: mailbox });
};
