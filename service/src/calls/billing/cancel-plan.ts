import { cancelPlan } from '@atrium/shared-kernel/contracts/calls/billing';
import { cancelPlan as cancel } from '../../domain/billing/cancel-plan.ts';
import { implement } from '../implement.ts';

export default implement(cancelPlan, async ({ services, user, basedOn }, { planId }) => {
  await cancel(services, user.id, { planId, basedOn });
  return {};
});
