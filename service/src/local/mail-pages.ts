import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mails } from '../db/schema/mail.ts';
import type { Services } from '../calls/services.ts';
import { html } from './html.ts';
import { sendNotice, sendPage } from './page.ts';
import { fieldsOf } from './fields.ts';

export const mailboxPath = '/local/mail';
const newest = 100;

const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";
const when = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(date);

type Mail = typeof mails.$inferSelect;

const listView = (sent: readonly Mail[]) => {
  const items = sent.map(
    (mail) =>
      html`<li>
        <a href="${mailboxPath}/${mail.id}">
          <strong>${mail.subject}</strong
          ><time datetime="${mail.createdDate.toISOString()}">${when(mail.createdDate)} UTC</time>
          <span class="muted">To ${mail.recipient}</span>
        </a>
      </li>`,
  );
  return items.length === 0
    ? html`<section class="mails empty">
        <h2>Nothing sent yet</h2>
        <p class="muted">Sign up with a new account to get a welcome email here.</p>
      </section>`
    : html`<ul class="mails">
        ${items}
      </ul>`;
};

const mailView = ({ id, subject, recipient, createdDate }: Mail) =>
  html`<a class="back" href="${mailboxPath}">← Mailbox</a>
    <h1>${subject}</h1>
    <p class="muted">To ${recipient}, ${when(createdDate)} UTC</p>
    <iframe class="email" title="The email" src="${mailboxPath}/${id}/email"></iframe>`;

/**
 * Adds the mailbox, newest first, and a page for each email as its reader sees it. `delivers`: emails also go out by
 * SMTP.
 */
export const addMailPages = (app: FastifyInstance, { database: { db } }: Services, delivers: boolean): void => {
  const words = delivers
    ? 'This Atrium sends email over SMTP. Sent and queued emails are listed here too.'
    : 'This Atrium keeps all email on this machine. Nothing is sent out.';
  const find = async (request: FastifyRequest) => {
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.id, fieldsOf(request.params)['id'] ?? ''));
    return mail;
  };

  app.get(mailboxPath, async (_request, reply) => {
    const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(newest);
    return sendPage(reply, 200, {
      title: 'Mailbox',
      wide: true,
      content: html`<h1>Mailbox</h1>
        <p class="muted">${words}</p>
        ${listView(rows)}`,
    });
  });

  app.get(`${mailboxPath}/:id`, async (request, reply) => {
    const mail = await find(request);
    if (!mail) {
      const text = 'It may belong to another data folder.';
      return sendNotice(reply, 404, {
        title: 'Email not found',
        text,
        link: mailboxPath,
        label: 'Back to the mailbox',
      });
    }
    return sendPage(reply, 200, {
      title: mail.subject,
      wide: true,
      content: mailView(mail),
    });
  });

  app.get(`${mailboxPath}/:id/email`, async (request, reply) => {
    const mail = await find(request);
    return (
      reply
        .status(mail ? 200 : 404)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': emailPolicy,
          'x-frame-options': 'SAMEORIGIN',
        })
        // Links in an email open in the whole window, not in the frame.
        .send((mail?.html ?? '').replace('<head>', '<head>\n<base target="_top">'))
    );
  });
};
