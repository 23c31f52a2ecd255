import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { postFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useMutation } from '@tanstack/react-query';
import { pushFlags } from '@atrium/shared-kernel/push/push-flags';
import { useHost } from '../remote.ts';

/** Ends this browser's session. The settings dialog closes when the user is gone. */
export const useLogOut = () => {
  const { alerts, client, navigation, session, storage } = useHost();
  return useMutation({
    mutationFn: async () => {
      const flags = pushFlags(storage, session.user$.value?._id ?? '');
      // Notifications of this browser end with its session, so a log-out that fails leaves them on.
      await client.call(calls.auth.logout, {});
      flags.left();
      // The session is over. If that cannot be fetched, a new page replaces this private one.
      await session.refresh().catch(() => navigation.leave('/', { replace: true }));
    },
    onError: (error) => {
      const message = messageOf(error, postFailed);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
