import { type BrowserPush, browserPush } from '@atrium/shared-kernel/push/browser-push';
import { renewPush } from '@atrium/shared-kernel/push/subscribe';
import type { Host } from '@atrium/shared-kernel/remote';
import { distinctUntilChanged, filter, map } from 'rxjs';

/** Renews the subscription to notifications at the start of each visit, where the person has allowed them. */
export const renewSubscription = (
  { client, session, storage }: Pick<Host, 'client' | 'session' | 'storage'>,
  push: BrowserPush = browserPush(),
): void => {
  session.user$
    .pipe(
      // Without push on this installation, there is nothing to renew and no key to ask for.
      map((user) => (user?.pushNotifications === false ? undefined : user?._id)),
      distinctUntilChanged(),
      filter((userId) => userId !== undefined),
    )
    .subscribe((userId) => void renewPush({ client, storage, push, userId }));
};
