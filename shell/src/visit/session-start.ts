import * as auth from '#contracts/events/auth';
import { messageOf } from '@atrium/shared-kernel/client';
import type { Alerts, Behavior, Bus, KeyValue } from '@atrium/shared-kernel/remote';
import { isActive, type OwnedSession } from '@atrium/shared-kernel/session';
import { getFailed } from '@atrium/shared-kernel/contracts/sentences';
import { combineLatest, filter, merge, type Observable, skip } from 'rxjs';

/** The key of the last signed-in person's id in the storage. */
export const hintKey = 'session';

/** The key of what the last person may do. The static HTML of the page is chosen by it before any script has run. */
export const accessKey = 'access';

/** Whether the last visit of this browser ended signed in. */
export const expectsUser = (local: KeyValue): boolean => local.get(hintKey) !== undefined;

interface Ports {
  readonly session: OwnedSession;
  readonly bus: Bus;
  readonly alerts: Alerts;
  readonly local: KeyValue;
  readonly online$: Behavior<boolean>;
  /** When to fetch again while the service has not answered. */
  readonly again$: Observable<unknown>;
  /** When another tab may have signed somebody in or out. */
  readonly returns$: Observable<unknown>;
}

/**
 * Fetches the user on load (A4.02), and again when a remote reports that somebody signed in. If that fails, one message
 * with Retry stays until there is an answer. Until the service has answered once, the user is fetched again at
 * intervals, so that a page that was loaded offline recovers. Other tabs notice by the stored id who has signed in or
 * out here.
 */
export const startSession = ({ session, bus, alerts, local, online$, again$, returns$ }: Ports): void => {
  let shown: string | undefined;
  const fetchUser = async () => {
    try {
      await session.refresh();
    } catch (error) {
      const action = { label: 'Retry', onSelect: retry };
      shown ??= alerts.show({ message: messageOf(error, getFailed), type: 'error', time: 0, action });
    }
  };
  const retry = () => {
    shown = undefined;
    void fetchUser();
  };
  const backOnline$ = online$.pipe(
    skip(1),
    filter((online) => online),
  );
  merge(backOnline$, again$)
    .pipe(filter(() => session.authVersion$.value === 0))
    .subscribe(() => void fetchUser());
  merge(backOnline$, returns$.pipe(filter(() => local.get(hintKey) !== session.user$.value?._id)))
    .pipe(filter(() => session.authVersion$.value > 0))
    // Without an answer the page stays as it is. Each of its calls names its person, so nothing goes to another.
    .subscribe(() => void session.refresh(false).catch(() => undefined));
  merge(bus.on(auth.signedIn), bus.on(auth.onboarded)).subscribe(() => void fetchUser());
  const answers$ = session.authVersion$.pipe(filter((version) => version > 0));
  answers$.subscribe(() => {
    if (shown) alerts.dismiss(shown);
    shown = undefined;
  });
  // A plan that begins or ends changes the user without a new session.
  combineLatest([answers$, session.user$]).subscribe(([, user]) => {
    if (user) local.set(hintKey, user._id);
    else local.remove(hintKey);
    local.set(accessKey, user ? (isActive(user.subscriptionEndDate) ? 'premium' : 'free') : 'visitor');
  });
  void fetchUser();
};
