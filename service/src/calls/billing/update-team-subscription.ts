import { updateTeamSubscription } from '@atrium/shared-kernel/contracts/calls/billing';
import { changeSeats, previewSeats } from '../../domain/billing/seats.ts';
import { implement } from '../implement.ts';

export default implement(
  updateTeamSubscription,
  async ({ services, user, basedOn }, { returnProrationAmount, ...input }) => {
    const request = { ...input, basedOn };
    if (!returnProrationAmount) return changeSeats(services, request, user.id);
    const { due, next = 0, open, end, currency, prorationDate } = await previewSeats(services, request);
    return {
      prorationInvoice: { amount_due: due, currency },
      prorationDate,
      ...(open === undefined
        ? { nextInvoice: { amount_due: next, currency } }
        : { openInvoice: { amount_due: open, currency } }),
      ...(end ? { endDate: end.toISOString() } : {}),
    };
  },
);
