import type { Parts } from '../parts.ts';
import { findPlan, type Payer } from './subscriptions.ts';
import { DomainError } from '../domain-error.ts';

/**
 * The URL of the provider's page with the payer's invoices and card. Fails with `nothing-to-manage` if there never was
 * a payment.
 */
export const openPortal = async (
  { database: { db }, payments }: Pick<Parts, 'database' | 'payments'>,
  payer: Payer,
  origin: string,
): Promise<{ redirectUrl: string }> => {
  const plan = await findPlan(db, payments.provider, payer);
  const team = 'teamId' in payer ? { teamId: payer.teamId } : {};
  const page = plan && (await payments.openPortal({ customerId: plan.payerId, origin, ...team }));
  if (!page) throw new DomainError('nothing-to-manage');
  return page;
};
