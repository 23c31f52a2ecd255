import { type BrowserPush, browserPush } from '@atrium/shared-kernel/push/browser-push';
import { forgetRenewal } from '@atrium/shared-kernel/push/push-flags';
import { renewPush } from '@atrium/shared-kernel/push/subscribe';
import type { Host } from '@atrium/shared-kernel/remote';
import { combineLatest, distinctUntilChanged, filter, map } from 'rxjs';

/**
 * Renews the subscription to notifications at the start of each visit, and when somebody has signed in, where the person
 * has allowed them.
 */
export const renewSubscription = (
  { client, session, storage }: Pick<Host, 'client' | 'session' | 'storage'>,
  push: BrowserPush = browserPush(),
): void => {
  const user$ = combineLatest([session.user$, session.authVersion$]).pipe(
    filter(([, version]) => version > 0),
    map(([user]) => user),
  );
  user$.pipe(filter((user) => user === undefined)).subscribe(() => forgetRenewal(storage));
  user$
    .pipe(
      // Without push on this installation, there is nothing to renew and no key to ask for.
      map((user) => (user?.pushNotifications === false ? undefined : user?._id)),
      distinctUntilChanged(),
      filter((userId) => userId !== undefined),
    )
    .subscribe((userId) => void renewPush({ client, storage, push, userId }));
};
