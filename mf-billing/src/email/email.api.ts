import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { changeEmailFailed, changeLinkSent } from '@atrium/shared-kernel/contracts/sentences';
import * as dialogs from '#contracts/dialogs';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation } from '@tanstack/react-query';
import { useFreshSignIn } from '../fresh-sign-in/fresh-sign-in.api.ts';
import { useHost } from '../remote.ts';

interface Change {
  readonly userId: string;
  readonly email: string;
}

/** Requests a link to a new address. Asks for the password if the service requires it. */
export const useChangeEmail = (onSent: (email: string) => void) => {
  const { alerts, client, dialogs: modals } = useHost();
  const signInFreshly = useFreshSignIn();
  return useMutation({
    /** Resolves with whether the link was sent. False if the user did not confirm who they are. */
    async mutationFn(change: Change): Promise<boolean> {
      try {
        await client.call(calls.auth.changeEmail, change);
        return true;
      } catch (error) {
        // The service requires the account's password first (A7.12).
        if (isFailure(error, calls.auth.changeEmail, 'password-required'))
          return (await modals.open(dialogs.billing.confirmPassword, { email: change.email })) === true;
        if (!(await signInFreshly(error))) return false;
        await client.call(calls.auth.changeEmail, change);
        return true;
      }
    },
    onSuccess(done, { email }) {
      if (!done) return;
      alerts.show({ message: changeLinkSent, type: 'info', time: toastTimes.longest });
      onSent(email);
    },
    onError(error) {
      alerts.show({ message: messageOf(error, changeEmailFailed), type: 'error', time: toastTimes.medium });
    },
  });
};

/** The same with the password, for the dialog that asks for it. */
export const useChangeWithPassword = (email: string) => {
  const { client, session } = useHost();
  return useMutation({
    mutationFn: (password: string) =>
      client.call(calls.auth.changeEmail, { userId: session.user$.value?._id ?? '', email, password }),
  });
};
