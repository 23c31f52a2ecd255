import { money } from '@atrium/shared-kernel/contracts/money';
import { unitAmountIn } from '@atrium/shared-kernel/contracts/prices';
import type { paymentSessions } from '../db/schema/billing.ts';
import { addInterval } from '../domain/billing/interval.ts';
import { cardPattern, cardRule, declinedCard, testCard } from './payments/cards.ts';
import { html, type Html } from './html.ts';
import { day, daysInUtc } from '../domain/billing/day.ts';

type Checkout = typeof paymentSessions.$inferSelect;

const covers = ({ teamName, quantity }: Checkout): string =>
  teamName === null ? 'Atrium for one person' : `Atrium for team ${teamName}, ${quantity} seats`;

const headingOf = ({ teamId, teamName }: Checkout): string => {
  if (teamName === null) return 'Subscribe to Atrium';
  return teamId === null ? `Create the team ${teamName}` : `Renew the plan of ${teamName}`;
};

/** What the buyer gets right after the payment. */
const opens = ({ teamId, teamName, quantity }: Checkout): string => {
  if (teamName === null) return 'your plan is active right away';
  if (teamId !== null) return `all ${quantity} seats of your team are active right away`;
  return `your own seat is active right away, with ${quantity - 1} more for your team`;
};

const lines = (checkout: Checkout, every: string): Html => {
  const { unitAmount, quantity, currency, teamName, interval } = checkout;
  const total = money(unitAmount * quantity, currency);
  const renews = day(addInterval(new Date(), interval));
  const seats =
    teamName === null
      ? undefined
      : html`<div>
          <dt>${quantity} seats at ${money(unitAmount, currency)}</dt>
          <dd>${total}</dd>
        </div>`;
  return html`<dl class="lines">
    <div>
      <dt>Plan</dt>
      <dd>${teamName === null ? 'Personal' : 'Team'}, billed every ${every}</dd>
    </div>
    ${seats}
    <div>
      <dt>Covers</dt>
      <dd>Today to ${renews}</dd>
    </div>
    <div class="total">
      <dt>Due today</dt>
      <dd>${total}</dd>
    </div>
  </dl>`;
};

/** The choice between monthly and yearly billing of a personal plan. For a team it was made before the checkout. */
const intervals = (checkout: Checkout, path: string): Html | undefined => {
  const { currency, teamName } = checkout;
  const [monthly, yearly] = [unitAmountIn(currency, 'month'), unitAmountIn(currency, 'year')];
  // What was ordered stays payable where its currency is no longer sold, but there is nothing to choose.
  if (teamName !== null || monthly === undefined || yearly === undefined) return undefined;
  const option = (interval: Checkout['interval'], label: string) =>
    html`<button
      class="button"
      name="interval"
      value="${interval}"
      aria-pressed="${checkout.interval === interval ? 'true' : 'false'}"
    >
      ${label}
    </button>`;
  return html`<form method="post" action="${path}/interval" class="pair" aria-label="Billing">
    ${option('month', `Monthly ${money(monthly, currency)}`)} ${option('year', `Yearly ${money(yearly, currency)}`)}
  </form>`;
};

const refusals = {
  price: 'You chose another price in another tab. Check the amount before you pay.',
  number: cardRule,
  declined: 'The card was declined. Nothing was charged. Try another card.',
} as const;
/** Why a payment was refused. */
export type Refusal = keyof typeof refusals;

const alertOf = (text: string | undefined, id: string): Html | undefined =>
  text === undefined ? undefined : html`<p class="error" role="alert" id="${id}">${text}</p>`;

/**
 * The checkout page: what is bought, what it costs, the card, and what happens next. `refused` is the refusal of the
 * last payment, if any. If it was the card's, its field gets the focus. It is empty then, because no card number is stored
 * or sent back, and another card's would contradict the refusal.
 */
export const checkoutView = (checkout: Checkout, refused?: string): Html => {
  const error = refused === 'price' ? refusals.price : undefined;
  const cardError = refused === 'number' || refused === 'declined' ? refusals[refused] : undefined;
  const { id, unitAmount, quantity, currency, interval } = checkout;
  const total = money(unitAmount * quantity, currency);
  const path = `/local/checkout/${encodeURIComponent(id)}`;
  return html`<section class="card">
      <h1>${headingOf(checkout)}</h1>
      <p class="muted">${covers(checkout)}</p>
      <p class="amount"><strong>${total}</strong> <span class="muted">per ${interval}</span></p>
      ${intervals(checkout, path)} ${lines(checkout, interval)}
      <form method="post" action="${path}/pay">
        ${alertOf(error, 'error')} ${alertOf(cardError, 'card-error')}
        <input type="hidden" name="interval" value="${interval}" />
        <div class="field">
          <label for="card">Card number</label>
          <input
            id="card"
            name="card"
            value="${cardError === undefined ? testCard : ''}"
            pattern="${cardPattern}"
            title="${cardRule}"
            inputmode="numeric"
            autocomplete="off"
            maxlength="23"
            required
            aria-invalid="${cardError === undefined ? 'false' : 'true'}"
            aria-describedby="${cardError === undefined ? '' : 'card-error '}card-hint"
            ${cardError === undefined ? undefined : html`autofocus`}
          />
          <p class="hint" id="card-hint">
            Test cards: <span>${testCard}</span> pays, <span>${declinedCard}</span> is declined.
          </p>
        </div>
        <div class="pair">
          <label>Expires <input name="expires" value="12 / 40" autocomplete="off" maxlength="7" required /></label>
          <label
            >Security code <input name="code" value="123" inputmode="numeric" autocomplete="off" maxlength="4" required
          /></label>
        </div>
        <p class="note">This is Atrium’s local test checkout. No card is charged and no card data is stored.</p>
        <button class="button primary">Pay ${total}</button>
      </form>
      <form method="post" action="${path}/cancel" class="cancel"><button class="button">Cancel</button></form>
    </section>
    <p class="next">
      After you pay you return to Atrium, and ${opens(checkout)}. It renews on ${day(addInterval(new Date(), interval))}
      for ${total}, and every ${interval} after that, until you cancel. ${daysInUtc}
    </p>`;
};
