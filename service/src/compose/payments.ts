import type { WarnLog } from '../log.ts';
import type { Database } from '../db/database.ts';
import type { PaymentsConfig } from '../adapters/payments/config.ts';
import type { LocalParts } from './local-parts.ts';
import type { PaymentsPort } from '../ports/payments.ts';

interface Installation {
  readonly payments: PaymentsConfig;
  readonly origins: readonly [string, ...string[]];
  readonly public: boolean;
}

/** Chooses the payment provider. Throws an error for the operator if a public product would give its plans away. */
export const choosePayments = async (
  { payments: { local: allowsLocal, stripe }, origins, public: isPublic }: Installation,
  database: Database,
  local: Pick<LocalParts, 'payments'> | undefined,
  now?: () => number,
  log?: WarnLog,
): Promise<PaymentsPort> => {
  if (stripe) return (await import('../adapters/payments/stripe/stripe.ts')).createStripePayments(stripe, { now, log });
  if (!local || (isPublic && !allowsLocal))
    throw new Error(
      `Payments are not configured for ${origins[0]}: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or ATRIUM_LOCAL_PAYMENTS=1 to let everybody subscribe without paying.`,
    );
  return local.payments(database, now);
};
