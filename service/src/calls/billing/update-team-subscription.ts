import { updateTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { changeSeats, previewSeats } from '../../domain/billing/seats.ts';
import { implement } from '../implement.ts';

export default implement(updateTeamSubscription, async ({ services, user }, { returnProrationAmount, ...wish }) => {
  if (!returnProrationAmount) return { success: await changeSeats(services, wish, user.id) };
  const { due, next, currency, prorationDate } = await previewSeats(services, wish);
  return {
    prorationInvoice: { amount_due: due, currency },
    nextInvoice: { amount_due: next, currency },
    prorationDate,
  };
});
