import { getCustomer } from '@atrium/shared-kernel/contracts/calls/billing';
import { findPlan } from '../../domain/billing/subscriptions.ts';
import { implement } from '../implement.ts';

export default implement(getCustomer, async ({ services: { database, payments }, user }) => {
  const plan = await findPlan(database.db, payments.provider, { userId: user.id });
  return { customer: plan && { id: plan.payerId, testAccount: plan.testAccount } };
});
