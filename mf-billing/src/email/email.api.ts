import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { changeFailed } from './email.ts';

interface Change {
  readonly userId: string;
  readonly email: string;
  readonly password?: string;
}

const sent = 'An email has been sent to the new address. Please confirm by clicking the link received.';

/** Asks the service to mail a link to a new address; asks for the password where the service wants it. */
export const useChangeEmail = (onSent: (email: string) => void) => {
  const { alerts, client, dialogs: modals } = useHost();
  return useMutation({
    /** Whether the link was sent; false where the person closed the password dialog. */
    async mutationFn(change: Change): Promise<boolean> {
      try {
        await client.call(calls.auth.changeEmail, change);
        return true;
      } catch (error) {
        // The service wants the password of the account first (A7.12).
        if (!isFailure(error, calls.auth.changeEmail, 'password-required')) throw error;
        return (await modals.open(dialogs.billing.confirmPassword, { email: change.email })) === true;
      }
    },
    onSuccess(done, { email }) {
      if (!done) return;
      alerts.show({ message: sent, type: 'info', time: toastTimes.longest });
      onSent(email);
    },
    onError(error) {
      alerts.show({ message: messageOf(error, changeFailed), type: 'error', time: toastTimes.medium });
    },
  });
};

/** The same with the password: for the dialog that asks for it. */
export const useChangeWithPassword = (handlers: {
  readonly onSuccess: () => void;
  readonly onError: (error: unknown) => void;
}) => {
  const { client } = useHost();
  return useMutation({
    mutationFn: (change: Required<Change>) => client.call(calls.auth.changeEmail, change),
    ...handlers,
  });
};
