import { getCustomer } from '@atrium/shared-kernel/contracts/calls/billing';
import { findPlans } from '../../domain/billing/subscriptions.ts';
import { implement } from '../implement.ts';

export default implement(getCustomer, async ({ services: { database, payments }, user }) => {
  const plans = await findPlans(database.db, { userId: user.id });
  const plan = plans.find(({ provider }) => provider === payments.provider) ?? plans[0];
  return { customer: plan && { id: plan.payerId, testAccount: plan.testAccount } };
});
