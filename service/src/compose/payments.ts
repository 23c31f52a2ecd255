import type { WarnLog } from '../log.ts';
import type { Database } from '../db/database.ts';
import type { PaymentsConfig } from '../adapters/payments/config.ts';
import { createLocalPayments } from '../local/payments/local.ts';
import type { PaymentsPort } from '../ports/payments.ts';

interface Place {
  readonly payments: PaymentsConfig;
  readonly origins: readonly [string, ...string[]];
  readonly public: boolean;
}

/** The provider that is set up; throws a sentence where a public product would give its plans away. */
export const choosePayments = async (
  { payments: { local, stripe }, origins, public: isPublic }: Place,
  database: Database,
  now?: () => number,
  log?: WarnLog,
): Promise<PaymentsPort> => {
  if (stripe) return (await import('../adapters/payments/stripe/stripe.ts')).createStripePayments(stripe, { now, log });
  if (!local && isPublic)
    throw new Error(
      `Payments are not set up for ${origins[0]}: give STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or ATRIUM_LOCAL_PAYMENTS=1 to let everybody subscribe without paying.`,
    );
  return createLocalPayments(database, now);
};

/** Whether a subscription's time may be moved by hand: never where the product is public. */
export const hasTestClock = ({ payments: { stripe }, public: isPublic }: Place): boolean => !stripe && !isPublic;
