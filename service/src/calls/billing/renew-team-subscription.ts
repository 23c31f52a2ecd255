import { renewTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { startCheckout } from '../../domain/billing/checkout.ts';
import { requireEnded } from '../../domain/billing/seats.ts';
import { implement } from '../implement.ts';

export default implement(renewTeamSubscription, async (context, request) => {
  await requireEnded(context.services, request);
  return startCheckout(context, request);
});
