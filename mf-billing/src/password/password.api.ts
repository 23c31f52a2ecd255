import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { errorTryAgain } from '@atrium/shared-kernel/contracts/sentences';
import type { Wait } from '@atrium/shared-kernel/remote';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Changes the password by the current one, which ends all other sessions. */
export const useChangePassword = () => {
  const { client } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { password: string; newPassword: string }) => client.call(calls.auth.changePassword, change),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
};

/** Emails a link that sets a new password. */
export const useMailPasswordLink = (wait: Wait) => {
  const { alerts, client } = useHost();
  return useMutation({
    mutationFn: (email: string) => client.call(calls.auth.forgotPassword, { email }),
    onError(error) {
      if (wait.begin(error)) return;
      const message = messageOf(error, errorTryAgain);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
