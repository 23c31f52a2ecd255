import { money } from '@atrium/shared-kernel/contracts/money';
import { noInvoices, planEnds, planRenews } from '@atrium/shared-kernel/contracts/sentences';
import { unpaidFor } from './payments/renew.ts';
import { cardPattern, cardRule, confirmedCard, failingCard, testCard } from './payments/cards.ts';
import type { Invoice } from '../ports/payments.ts';
import type { PaidPlan } from '../domain/billing/subscriptions.ts';
import { html, type Html } from './html.ts';
import { day, daysInUtc } from '../domain/billing/day.ts';

export interface PortalView {
  readonly plan: PaidPlan & { readonly card: string };
  /** Further plans of the same payer. */
  readonly others: readonly PaidPlan[];
  readonly invoices: readonly Invoice[];
  /** The team's name, for a team's portal. */
  readonly team?: string;
  readonly path: string;
  readonly clock: boolean;
  readonly now: number;
  /** The result of the last action, as the page's address names it. */
  readonly result?: string | undefined;
}

/** What was done by the last action, and what was not. */
const done = {
  canceled: 'Your plan is canceled. You can use it until the end of the paid period.',
  resumed: 'Your plan continues.',
  card: 'The new card is in use.',
  unpaid: 'The new card is in use, but it declined the open invoice.',
  renewal: 'The renewal is due.',
  day: 'A day has passed.',
} as const;
const errors = { number: cardRule, declined: 'The card was declined. Your previous card is still in use.' } as const;
const firstDeclined = 'The card was declined. Try another card.';
export type Result = keyof typeof done | keyof typeof errors;

const textIn = (texts: Readonly<Record<string, string>>, result = ''): string | undefined =>
  Object.hasOwn(texts, result) ? texts[result] : undefined;

const isOver = ({ status, currentEnd }: PaidPlan, now: number) =>
  status === 'canceled' || (status === 'active' && currentEnd.getTime() <= now);

type OnePlan = Pick<PortalView, 'path' | 'now'> & { readonly plan: PaidPlan };
/** With the card of the payer, who has the same one for all plans. */
type PlanWithCard = OnePlan & { readonly card: string };

const stateOf = ({ plan, now }: OnePlan, open: Invoice | undefined): Html => {
  const total = money(plan.unitAmount * plan.quantity, plan.currency);
  if (isOver(plan, now))
    return html`<p class="state">Ended on ${day(plan.currentEnd)}. You won’t be charged again.</p>`;
  if (plan.status === 'past_due') {
    const last = day(new Date((open?.created ?? plan.currentEnd).getTime() + unpaidFor));
    return html`<p class="state error" role="alert">
      The payment of ${money(open?.amount ?? plan.unitAmount * plan.quantity, plan.currency)} failed. Use another card
      before ${last}, or the plan ends.
    </p>`;
  }
  if (plan.cancelAtEnd) return html`<p class="state">${planEnds(day(plan.currentEnd))}</p>`;
  const next = plan.nextUnitAmount;
  return next === null
    ? html`<p class="state">${planRenews(day(plan.currentEnd), total)}</p>`
    : html`<p class="state">
        Renews on ${day(plan.currentEnd)} for ${money(next * plan.quantity, plan.currency)}, and then every
        ${plan.nextInterval ?? plan.interval}.
      </p>`;
};

const cancelOrResume = ({ plan, path, now, card: payersCard }: PlanWithCard): Html | undefined => {
  if (isOver(plan, now) || plan.status !== 'active') return undefined;
  if (plan.cancelAtEnd && payersCard === '') return html`<p class="note">Add a card to resume this plan.</p>`;
  const which = html`<input type="hidden" name="plan" value="${plan.id}" />`;
  return plan.cancelAtEnd
    ? html`<form method="post" action="${path}/resume">
        ${which}<button class="button primary">Resume plan</button>
      </form>`
    : html`<form method="post" action="${path}/cancel">${which}<button class="button">Cancel plan</button></form>`;
};

/** A further plan of the same payer. */
const other = ({ path, now, plan: { card: payersCard } }: PortalView, plan: PaidPlan): Html =>
  html`<section class="card">
    <h2>Another plan</h2>
    <p class="muted">You pay for this plan as well, billed every ${plan.interval}.</p>
    ${stateOf({ path, now, plan }, undefined)} ${cancelOrResume({ path, now, plan, card: payersCard })}
  </section>`;

const card = ({ plan, path, result }: PortalView): Html => {
  const error = textIn(plan.card === '' ? { ...errors, declined: firstDeclined } : errors, result);
  return html`<section class="card">
    <h2>Card</h2>
    <p class="muted">${plan.card === '' ? 'No card' : `Ending in ${plan.card}`}</p>
    <form method="post" action="${path}/card" class="inline">
      ${error === undefined ? undefined : html`<p class="error" role="alert" id="card-error">${error}</p>`}
      <div class="field">
        <label for="card">New card number</label>
        <input
          id="card"
          name="card"
          pattern="${cardPattern}"
          title="${cardRule}"
          inputmode="numeric"
          autocomplete="off"
          maxlength="23"
          required
          aria-invalid="${error === undefined ? 'false' : 'true'}"
          aria-describedby="${error === undefined ? '' : 'card-error '}card-hint"
          ${error === undefined ? undefined : html`autofocus`}
        />
        <p class="hint" id="card-hint">
          Test cards: <span>${testCard}</span> pays, <span>${failingCard}</span> is accepted, then declines,
          <span>${confirmedCard}</span> asks you to confirm a seat change.
        </p>
      </div>
      <button class="button">Use this card</button>
    </form>
  </section>`;
};

const words = { paid: 'Paid', open: 'Open', void: 'Void' } as const;

const bills = (invoices: readonly Invoice[]): Html =>
  html`<section class="card">
    <h2>Invoices</h2>
    ${invoices.length === 0 ? html`<p class="muted">${noInvoices}</p>` : undefined}
    <ul class="bills" aria-label="Invoices">
      ${invoices.map(
        ({ number, created, amount, currency, status, url }) =>
          html`<li>
            <a href="${url ?? ''}">
              <strong>${number}</strong><span class="sum">${money(amount, currency)}</span>
              <span class="muted">${day(created)}</span><span class="mark-${status}">${words[status]}</span>
            </a>
          </li>`,
      )}
    </ul>
  </section>`;

const clock = ({ path }: PortalView): Html =>
  html`<section class="card">
    <h2>Test clock</h2>
    <p class="muted">Moves time forward for this plan, on your machine only.</p>
    <form method="post" action="${path}/clock" class="pair">
      <button class="button" name="pass" value="renewal">To the renewal</button>
      <button class="button" name="pass" value="day">One day</button>
    </form>
  </section>`;

/** The portal page: plan, card and invoices with their actions. */
export const portalView = (view: PortalView): Html => {
  const { plan, invoices, team } = view;
  const text = textIn(done, view.result);
  const open = plan.status === 'past_due' ? invoices.find(({ status }) => status === 'open') : undefined;
  const every = `billed every ${plan.interval}`;
  return html`<a class="back" href="/">Back to Atrium</a>
    <h1>${team === undefined ? 'Your billing' : `Billing for ${team}`}</h1>
    <div role="status">${text === undefined ? undefined : html`<p class="note">${text}</p>`}</div>
    <div class="stack">
      <section class="card">
        <h2>Plan</h2>
        <p class="muted">${plan.teamId === null ? 'Personal' : `Team, ${plan.quantity} seats`}, ${every}</p>
        <p class="amount">
          <strong>${money(plan.unitAmount * plan.quantity, plan.currency)}</strong>
          <span class="muted">per ${plan.interval}</span>
        </p>
        ${stateOf(view, open)} ${cancelOrResume({ ...view, card: plan.card })}
      </section>
      ${view.others.map((one) => other(view, one))} ${card(view)} ${bills(invoices)}
      ${view.clock ? clock(view) : undefined}
      <p class="muted">${daysInUtc}</p>
    </div>`;
};
