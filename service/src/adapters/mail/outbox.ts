import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { mails } from '../../db/schema/mail.ts';
import type { AddToTask, Task } from '../../ports/jobs.ts';
import type { MailPort } from '../../ports/mail.ts';
import type { Deliver } from './smtp.ts';

interface Retention {
  /**
   * Whether the mailbox page shows sent emails. If not, the text of an email, with its links, is deleted on delivery.
   */
  readonly retainEmails: boolean;
}

/** What remains of an email that nobody will read here. */
const textless = { plain: '', html: '' };

/**
 * Stores every email in the database, where the page `/local/mail` shows it. Without that page nobody would read its
 * text.
 */
export const createMailbox = ({ retainEmails }: Retention): MailPort => ({
  send: async (tx, { to, replyTo, subject, plain, html }) => {
    const text = retainEmails ? { plain, html } : textless;
    await tx.insert(mails).values({ recipient: to, replyTo: replyTo ?? null, subject, ...text, sentDate: new Date() });
  },
  tasks: [],
});

export interface OutboxParts extends Retention {
  readonly db: Db;
  readonly addToTask: AddToTask;
  readonly deliver: Deliver;
  readonly log: { warn(details: object, message: string): void };
  readonly now: () => number;
}

/** With the backoff of the jobs, they span about a day. */
const attempts = 13;
const taskName = 'send-mail';

/** Stores each email and adds the task that delivers it in the same transaction. */
export const createOutbox = ({ db, addToTask, deliver, retainEmails, log, now }: OutboxParts): MailPort => {
  const unsent = (id: string) => and(eq(mails.id, id), isNull(mails.sentDate));
  const empty = retainEmails ? {} : textless;

  const send = async (id: string, last: boolean): Promise<void> => {
    const [mail] = await db.select().from(mails).where(unsent(id));
    if (!mail) return;
    const delivery = await deliver({ ...mail, to: mail.recipient, replyTo: mail.replyTo ?? undefined });
    if (delivery.result === 'sent') {
      await db
        .update(mails)
        .set({ sentDate: new Date(now()), error: null, ...empty })
        .where(unsent(id));
      return;
    }
    const final = delivery.result === 'refused' || last;
    await db
      .update(mails)
      .set({ error: delivery.error, ...(final ? empty : {}) })
      .where(unsent(id));
    // The server's reply may contain the recipient, so it is stored in the table but not logged.
    if (delivery.result === 'refused') log.warn({ mail: id }, 'The mail server rejected an email.');
    else throw new Error(`Email ${id} could not be delivered.`);
  };

  const task: Task = {
    name: taskName,
    attempts,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `send` below has added it
    run: (data, { last }) => send((data as { readonly mailId: string }).mailId, last),
  };
  return {
    send: async (tx, { to, replyTo, subject, plain, html, priority }) => {
      const id = newId();
      await tx.insert(mails).values({ id, recipient: to, replyTo: replyTo ?? null, subject, plain, html });
      await addToTask(tx, { ...task, priority }, { mailId: id });
    },
    tasks: [task],
  };
};
