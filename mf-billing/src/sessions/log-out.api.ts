import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { pushFlags } from '@atrium/shared-kernel/push/push-flags';
import { useHost } from '../remote.ts';

/** Ends the session of this browser. The dialog of the settings closes as the user goes. */
export const useLogOut = () => {
  const { alerts, client, session, storage } = useHost();
  /** Whoever uses this browser next is not shown this person's notifications. */
  const leave = async () => {
    const flags = pushFlags(storage, session.user$.value?._id ?? '');
    const fcmToken = flags.token();
    if (fcmToken === undefined) return;
    await client.call(calls.push.fcmUnsubscribe, { fcmToken }).then(
      () => flags.left(),
      // Nobody is kept from leaving by it: the token then goes to whoever subscribes here next.
      () => undefined,
    );
  };
  return useMutation({
    mutationFn: async () => {
      await leave();
      await client.call(calls.auth.logout, {});
      await session.refresh();
    },
    onError: (error) => {
      const message = messageOf(error, 'Error posting to api.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
