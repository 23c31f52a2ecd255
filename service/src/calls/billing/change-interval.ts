import { changeInterval } from '@atrium/shared-kernel/contracts/calls/billing';
import { changeInterval as change, previewInterval } from '../../domain/billing/change-interval.ts';
import { implement } from '../implement.ts';

export default implement(changeInterval, async ({ services, user, basedOn }, { preview, ...request }) => {
  const changeRequest = { ...request, userId: user.id, basedOn };
  if (!preview) return change(services, changeRequest);
  const { date, renews, ...cost } = await previewInterval(services, changeRequest);
  return { cost: { ...cost, date: date.toISOString(), renewDate: renews.toISOString() } };
});
