import { createSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { startCheckout } from '../../domain/billing/checkout.ts';
import { conflict } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(createSubscription, async (context, wish) => {
  if (isPremium(context.user, context.services.now())) throw conflict('You already have an active subscription.');
  return startCheckout(context, { ...wish, quantity: 1 });
});
