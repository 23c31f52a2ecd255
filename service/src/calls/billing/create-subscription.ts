import { createSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { startCheckout } from '../../domain/billing/checkout.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(createSubscription, async (context, request) => {
  if (isPremium(context.user, context.services.now())) throw new DomainError('already-subscribed');
  return startCheckout(context, { ...request, quantity: 1 });
});
