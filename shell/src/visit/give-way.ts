import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { OwnedAlerts } from '../alerts/alerts.model.ts';

/**
 * `user` is signed in by now, and the page was made for `was`: a new page says who that is. What was said to the old
 * person goes; drafts are stored by person and wait. A chat in the address is nobody's but its owner's, so another user
 * starts afresh.
 */
export const giveWay = (
  user: User | undefined,
  was: User | undefined,
  alerts: Pick<OwnedAlerts, 'alerts$' | 'dismiss' | 'show'>,
  page: Pick<Location, 'replace' | 'reload'> = window.location,
): void => {
  for (const { id } of alerts.alerts$.value) alerts.dismiss(id);
  const message = user ? `You’re now signed in as ${user.firstName} ${user.lastName}.` : 'You’re signed out.';
  alerts.show({ message, type: 'info', time: toastTimes.longest });
  if (user && was) page.replace('/');
  else page.reload();
};
