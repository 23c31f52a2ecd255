import { money } from '@atrium/shared-kernel/contracts/money';
import type { Mail } from '../../ports/mail.ts';
import { greetingOf, renderEmail } from './brand.ts';
import { actionOf, listedNote, planLabel, type PlanReader } from './plan-reader.ts';

interface SecondPayment extends PlanReader {
  /** In minor units, like `credited`. */
  readonly refunded: number;
  readonly credited: number;
  readonly currency: string;
}

/** Notifies a user who paid for the same plan twice that the second payment is refunded. */
export const secondPaymentMail = (payment: SecondPayment): Mail => {
  const { to, firstName, refunded, credited, currency } = payment;
  const name = greetingOf(firstName);
  return {
    to,
    subject: refunded > 0 ? 'We refunded your second payment' : 'We credited your second payment',
    ...renderEmail({
      preheader: 'You paid for the same plan twice. You keep one plan and get the second payment back.',
      heading: 'You’re getting your second payment back',
      paragraphs: [
        `${name ? `Hello ${name}, we` : 'We'} received two payments for ${planLabel(payment)}. You keep the first one. The second subscription has ended and will not be charged again.`,
      ],
      facts: [
        ...(refunded > 0 ? ([['Refunded', money(refunded, currency)]] as const) : []),
        ...(credited > 0 ? ([['Credited', money(credited, currency)]] as const) : []),
      ],
      action: actionOf(payment),
      notes: [
        ...(refunded > 0 ? ['A refund can take 5 to 10 business days to show on your statement.'] : []),
        ...(credited > 0 ? ['The credit will be deducted from your next invoices.'] : []),
        listedNote(payment, 'payments'),
      ],
      reason: `You’re getting this email because a payment was made with the Atrium account of ${to}.`,
    }),
  };
};
