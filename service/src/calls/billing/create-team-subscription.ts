import { createTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { startCheckout } from '../../domain/billing/checkout.ts';
import { implement } from '../implement.ts';

export default implement(createTeamSubscription, async (context, { name, ...request }) =>
  startCheckout(context, { ...request, teamName: name }),
);
