import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { pushFlags } from '@atrium/shared-kernel/push/push-flags';
import { useHost } from '../remote.ts';

/** Ends this browser's session. The settings dialog closes when the user is gone. */
export const useLogOut = () => {
  const { alerts, client, session, storage } = useHost();
  /** The next user of this browser must not see this user's notifications. */
  const unsubscribePush = async () => {
    const flags = pushFlags(storage, session.user$.value?._id ?? '');
    const fcmToken = flags.token();
    if (fcmToken === undefined) return;
    await client.call(calls.push.fcmUnsubscribe, { fcmToken }).then(
      () => flags.left(),
      // A failure does not keep the user from logging out. The token then goes to the next subscriber here.
      () => undefined,
    );
  };
  return useMutation({
    mutationFn: async () => {
      await unsubscribePush();
      await client.call(calls.auth.logout, {});
      await session.refresh();
    },
    onError: (error) => {
      const message = messageOf(error, 'Error posting to api.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
