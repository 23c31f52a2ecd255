import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invoiceNumber } from '../adapters/payments/local/local.ts';
import type { Db } from '../db/database.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { Services } from '../services.ts';
import { html, type Html } from './html.ts';
import { day, money } from './money.ts';
import { sendNotice, sendPage } from './page.ts';

type Invoice = typeof invoices.$inferSelect;

const words = { paid: 'Paid', open: 'Not paid yet', void: 'Void' } as const;

const view = (invoice: Invoice, buyer: string): Html => {
  const { number, status, lines, total, amountDue, currency, periodStart, periodEnd, createdDate } = invoice;
  const line = (name: string, amount: number, style = '') =>
    html`<div class="${style}">
      <dt>${name}</dt>
      <dd>${money(amount, currency)}</dd>
    </div>`;
  return html`<section class="card">
    <h1>Invoice ${invoiceNumber(number)}</h1>
    <p class="muted">${day(createdDate)} · ${words[status]}</p>
    <dl class="lines">
      <div>
        <dt>For</dt>
        <dd>${buyer}</dd>
      </div>
      <div>
        <dt>Covers</dt>
        <dd>${day(periodStart)} to ${day(periodEnd)}</dd>
      </div>
      ${lines.map(({ text, amount }) => line(text, amount))} ${line('Total', total)}
      ${amountDue === total ? undefined : line(total > 0 ? 'Credit used' : 'Kept as credit', total > 0 ? amountDue - total : -total)}
      ${line('Amount due', amountDue, 'total')}
    </dl>
    <p class="note">This is an invoice of Atrium’s local test payments: no money has moved.</p>
  </section>`;
};

/** Whose bill it is now: the person, or an admin of the team, whose subscription it is of. */
const find = async (db: Db, viewer: Viewer, id: string) => {
  const [row] = await db
    .select({ invoice: invoices, userId: subscriptions.userId, team: teams.name, admin: teamMembers.admin })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.providerId, invoices.subscriptionId))
    .leftJoin(teams, eq(teams.id, subscriptions.teamId))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, subscriptions.teamId), eq(teamMembers.userId, viewer.id)))
    .where(eq(invoices.id, id));
  if (!row) return undefined;
  return (row.team === null ? row.userId === viewer.id : row.admin === true) ? row : undefined;
};

/** One bill of the local provider, for who may see it. */
export const addInvoicePages = (
  app: FastifyInstance,
  { database: { db } }: Services,
  viewerOf: (request: FastifyRequest) => Promise<Viewer | undefined>,
): void => {
  app.get('/local/invoice/:id', async (request, reply) => {
    const viewer = await viewerOf(request);
    const found = viewer && (await find(db, viewer, (request.params as { id: string }).id));
    if (!viewer || !found) {
      const text = 'It is not yours, or it does not exist.';
      const notice = { title: 'No such invoice', text, link: '/', label: 'Back to Atrium' };
      return sendNotice(reply, viewer ? 404 : 401, viewer?.theme ?? 'light', notice);
    }
    const content = view(found.invoice, found.team ?? viewer.email);
    return sendPage(reply, 200, { title: 'Invoice', theme: viewer.theme ?? 'light', content });
  });
};
