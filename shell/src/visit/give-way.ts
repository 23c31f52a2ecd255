import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { OwnedAlerts } from '../alerts/alerts.model.ts';

interface Page {
  readonly alerts: OwnedAlerts;
  /** Whose page this was. */
  readonly was: User | undefined;
}

/**
 * Somebody else is signed in: the page goes with all that it shows and remembers, and a new one says who that is. Drafts
 * are stored by person and wait. A chat in the address is nobody's but its owner's, so another user starts afresh.
 */
export const giveWay = (user: User | undefined, { alerts, was }: Page): void => {
  document.body.replaceChildren();
  for (const { id } of alerts.alerts$.value) alerts.dismiss(id);
  const message = user ? `You're now signed in as ${user.firstName} ${user.lastName}.` : "You're signed out.";
  alerts.show({ message, type: 'info', time: toastTimes.longest });
  if (user && was) window.location.replace('/');
  else window.location.reload();
};
