import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { errorTryAgain } from '@atrium/shared-kernel/contracts/sentences';
import type { Wait } from '@atrium/shared-kernel/remote';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Emails the link that confirms the account's address again. */
export const useResendConfirmation = (wait: Wait) => {
  const { alerts, client, session } = useHost();
  return useMutation({
    async mutationFn() {
      await client.call(calls.auth.resendConfirmation, {});
      // The link may have been opened in another tab. Then nothing was sent, and no confirmation is needed any more.
      await session.refresh().catch(() => undefined);
    },
    onError(error) {
      if (wait.begin(error)) return;
      const message = messageOf(error, errorTryAgain);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
