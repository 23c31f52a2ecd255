import { money } from '@atrium/shared-kernel/contracts/money';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmWithin, invoiceNumber } from './payments/ledger.ts';
import { confirmInvoice, pageOf } from './payments/seats.ts';
import type { Db } from '../db/database.ts';
import { invoices, subscriptions } from '../db/schema/billing.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { syncSubscription } from '../domain/billing/sync.ts';
import { requireOwnOrigin } from '../http/security.ts';
import type { Services } from '../calls/services.ts';
import { html, type Html } from './html.ts';
import { day, daysInUtc } from '../domain/billing/day.ts';
import { sendNotice, sendPage } from './page.ts';
import { fieldsOf } from './fields.ts';

type Invoice = typeof invoices.$inferSelect;

const words = { paid: 'Paid', open: 'Not paid yet', void: 'Void' } as const;

interface Outcome {
  readonly done?: string;
  readonly error?: string;
}

/** What became of a payment after its confirmation. */
const outcomeOf = ({ status }: Invoice): Outcome =>
  status === 'paid'
    ? { done: 'The payment is confirmed. You can go back to Atrium.' }
    : { error: 'This payment can no longer be confirmed. Nothing was charged.' };

/** The form with which the card's owner confirms the payment, as on a bank's page. */
const confirmation = ({ id }: Invoice): Html =>
  html`<form method="post" action="/local/invoice/${id}/confirm">
    <p class="muted">The card’s bank asks you to confirm this payment. Nothing is charged until then.</p>
    <button class="button primary">Confirm this payment</button>
  </form>`;

const canBeConfirmed = (invoice: Invoice, now: number): boolean =>
  invoice.status === 'open' &&
  invoice.quantity !== null &&
  now < Math.min(invoice.createdDate.getTime() + confirmWithin, invoice.periodEnd.getTime());

const view = (invoice: Invoice, buyer: string, now: number, { done, error }: Outcome): Html => {
  const { number, status, lines, total, amountDue, currency, periodStart, periodEnd, createdDate } = invoice;
  const refunded = invoice.reason === 'refund';
  const line = (name: string, amount: number, style = '') =>
    html`<div class="${style}">
      <dt>${name}</dt>
      <dd>${money(amount, currency)}</dd>
    </div>`;
  return html`<a class="back" href="/">Back to Atrium</a>
    <div role="status">${done === undefined ? undefined : html`<p class="note above">${done}</p>`}</div>
    ${error === undefined ? undefined : html`<p class="error above" role="alert">${error}</p>`}
    <section class="card">
      <h1>${refunded ? 'Credit note' : 'Invoice'} ${invoiceNumber(number)}</h1>
      <p class="muted">${day(createdDate)} · ${refunded ? 'Refunded' : words[status]}</p>
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
        ${refunded || amountDue === total ? undefined : line(total > 0 ? 'Credit used' : 'Saved as credit', total > 0 ? amountDue - total : -total)}
        ${line(refunded ? 'Amount refunded' : 'Amount due', refunded ? -amountDue : amountDue, 'total')}
      </dl>
      ${canBeConfirmed(invoice, now) ? confirmation(invoice) : undefined}
      <p class="note">This is an invoice of Atrium’s local test payments: no money has moved. ${daysInUtc}</p>
    </section>`;
};

/**
 * Finds an invoice that the viewer may see: it belongs to the viewer, or to a team of which the viewer is an admin. The
 * subscription decides; an invoice whose subscription was refunded has none, and then its own columns do.
 */
const find = async (db: Db, viewer: Viewer, id: string) => {
  const teamId = sql<string>`case when ${subscriptions.id} is null then ${invoices.teamId} else ${subscriptions.teamId} end`;
  const [row] = await db
    .select({
      invoice: invoices,
      userId: sql<string>`coalesce(${subscriptions.userId}, ${invoices.userId})`,
      team: teams.name,
      admin: teamMembers.admin,
    })
    .from(invoices)
    .leftJoin(subscriptions, eq(subscriptions.providerId, invoices.subscriptionId))
    .leftJoin(teams, eq(teams.id, teamId))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, viewer.id)))
    .where(eq(invoices.id, id));
  if (!row) return undefined;
  return (row.team === null ? row.userId === viewer.id : row.admin === true) ? row : undefined;
};

/** Adds the page of an invoice of the local provider, on which its payment can be confirmed. */
export const addInvoicePages = (
  app: FastifyInstance,
  services: Services,
  viewerOf: (request: FastifyRequest) => Promise<Viewer | undefined>,
): void => {
  const { database, config, now } = services;

  /** Reads the invoice. Sends an answer and returns undefined if there is none for the viewer. */
  const readVisit = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerOf(request);
    const found = viewer && (await find(database.db, viewer, fieldsOf(request.params)['id'] ?? ''));
    if (viewer && found) return { ...found, viewer };
    const text = 'It doesn’t exist, or it isn’t yours.';
    const notice = { title: 'Invoice not found', text, link: '/', label: 'Back to Atrium' };
    sendNotice(reply, viewer ? 404 : 401, notice);
    return undefined;
  };

  app.get('/local/invoice/:id', async (request, reply) => {
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { invoice, team, viewer } = visit;
    const outcome = fieldsOf(request.query)['confirmed'] === undefined ? {} : outcomeOf(invoice);
    const content = view(invoice, team ?? viewer.email, now(), outcome);
    return sendPage(reply, 200, { title: 'Invoice', content });
  });
  app.post('/local/invoice/:id/confirm', async (request, reply) => {
    requireOwnOrigin(config, request);
    const visit = await readVisit(request, reply);
    if (!visit) return reply;
    const { subscriptionId, id } = visit.invoice;
    await confirmInvoice(database, subscriptionId, id, now());
    await syncSubscription(services, subscriptionId);
    // By a redirect, or else a reload would confirm again.
    return reply.redirect(`${pageOf({ id })}?confirmed`, 303);
  });
};
