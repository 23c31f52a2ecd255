import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import type { KeyValue } from '@atrium/shared-kernel/remote';
import type { OwnedAlerts } from '../alerts/alerts.model.ts';
import { createIntents } from '../router/intents.ts';

/**
 * Loads the page again for `user`, who is signed in by now, after a page that was made for `was`. The new page says who
 * is signed in. Banners for the previous person are dismissed; drafts are stored by person and stay. A chat in the
 * address belongs to the previous user, so another user starts on the home page. If nobody is signed in by now, the same
 * user continues there after the next log-in.
 *
 * A recording ends with its session. The browser must not ask whether to stay, because the page is empty by then. The
 * listeners of remotes were added earlier, so nothing that is added now could stop them.
 */
export const switchUser = (
  user: User | undefined,
  was: User | undefined,
  alerts: Pick<OwnedAlerts, 'alerts$' | 'dismiss' | 'show'>,
  session: KeyValue,
  page: Pick<Location, 'pathname' | 'search' | 'replace' | 'reload'> = window.location,
): void => {
  BeforeUnloadEvent.prototype.preventDefault = () => undefined;
  for (const { id } of alerts.alerts$.value) alerts.dismiss(id);
  const message = user
    ? `You’re now signed in as ${`${user.firstName} ${user.lastName}`.trim()}.`
    : 'You’re signed out.';
  alerts.show({ message, type: 'info', time: toastTimes.longest });
  if (!user && page.pathname === '/') createIntents(session).store(page.search, was?._id);
  if (user && was) page.replace('/');
  else page.reload();
};
