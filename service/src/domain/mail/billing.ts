import { money } from '@atrium/shared-kernel/contracts/money';
import type { Mail } from '../../ports/mail.ts';
import { day, daysInUtc } from '../billing/day.ts';
import { greetingOf, renderEmail } from './brand.ts';
import { actionOf, listedNote, manageNote, mayManage, planLabel, type PlanReader, reasonOf } from './plan-reader.ts';

interface Receipt extends PlanReader {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly number: string;
  readonly date: Date;
  /** The provider's page of the invoice. */
  readonly url: string | undefined;
}

/** The receipt for a payment. */
export const receiptMail = (receipt: Receipt): Mail => {
  const { to, firstName, amount, currency, number, date, url } = receipt;
  const name = greetingOf(firstName);
  return {
    to,
    subject: `Your Atrium receipt for ${money(amount, currency)}`,
    ...renderEmail({
      preheader: `We received your payment of ${money(amount, currency)}. Thank you.`,
      heading: 'Thank you for your payment',
      paragraphs: [`${name ? `Hello ${name}, we` : 'We'} received your payment for ${planLabel(receipt)}.`],
      facts: [
        ['Amount', money(amount, currency)],
        ['Date', day(date)],
        ['Invoice', number],
      ],
      action: url === undefined ? actionOf(receipt) : { label: 'View invoice', url },
      notes: [`${listedNote(receipt, 'invoices')} ${daysInUtc}`],
      reason: reasonOf(receipt),
    }),
  };
};

interface FailedPayment extends PlanReader {
  /** In minor units; undefined if the provider does not report it. */
  readonly amount?: number | undefined;
  readonly currency: string;
  /** The date on which the plan stops unless it is paid. */
  readonly stops: Date;
}

/** Notifies that a renewal was not paid. */
export const paymentFailedMail = (failed: FailedPayment): Mail => {
  const { to, firstName, team, amount, currency, stops } = failed;
  const name = greetingOf(firstName);
  const lost = team === undefined ? 'you can’t chat anymore' : 'everyone on the team loses their seat';
  const please = mayManage(failed) ? 'Please update' : 'Please ask an admin of the team to update';
  return {
    to,
    subject: 'Your payment to Atrium failed',
    ...renderEmail({
      preheader: `${please} the payment method to keep the plan.`,
      heading: 'We couldn’t charge the card',
      paragraphs: [
        `${name ? `Hello ${name}, the` : 'The'} payment to renew ${planLabel(failed)} failed.`,
        `${please} the payment method. If the payment isn’t made by ${day(stops)}, ${lost} until it is. Nothing gets deleted.`,
      ],
      facts: [
        ...(amount === undefined ? [] : ([['Amount due', money(amount, currency)]] as const)),
        ['Keep the plan by', day(stops)],
      ],
      action: actionOf(failed),
      notes: [`${manageNote(failed, 'update the payment method')} ${daysInUtc}`],
      reason: reasonOf(failed),
    }),
  };
};

interface PlanEnd extends PlanReader {
  readonly end: Date;
}

/** Notifies that a canceled plan ends in a few days. */
export const planEndsMail = (plan: PlanEnd): Mail => {
  const { to, firstName, team, end } = plan;
  const name = greetingOf(firstName);
  const lost = team === undefined ? 'you can read your chats but can’t send messages' : 'no one on the team has a seat';
  return {
    to,
    priority: 'low',
    subject: 'Your Atrium plan ends soon',
    ...renderEmail({
      preheader: `It’s paid until ${day(end)} and won’t renew.`,
      heading: `Your plan ends on ${day(end)}`,
      paragraphs: [
        `${name ? `Hello ${name}, ${planLabel(plan)}` : planLabel(plan).replace(/^./, (first) => first.toUpperCase())} is paid until ${day(end)} and won’t renew. After that, ${lost}. Nothing gets deleted.`,
        'If that’s what you want, there’s nothing to do. To keep the plan, resume it before it ends.',
      ],
      action: actionOf(plan),
      notes: [`${manageNote(plan, 'resume the plan')} ${daysInUtc}`],
      reason: reasonOf(plan),
    }),
  };
};
