import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Proves by the password who is signed in. */
export const useConfirmSignIn = () => {
  const { client } = useHost();
  return useMutation({
    mutationFn: (password: string) => client.call(calls.auth.confirmPassword, { password }),
  });
};

/**
 * For what the service does only soon after a log-in. Gives a function that answers a failure: true where the person has
 * proved by their password who they are, so that it can be tried again; false where they did not, or went to log in.
 * Failures of another kind are thrown on.
 */
export const useFreshSignIn = () => {
  const { client, dialogs: modals, navigation, session } = useHost();
  return async (error: unknown): Promise<boolean> => {
    if (!isFailure(error, calls.profile.deleteUser, 'sign-in-again')) throw error;
    if (error.body.password) return (await modals.open(dialogs.billing.confirmSignIn, {})) === true;
    const leaves = await modals.confirm({
      title: 'Log in again',
      message:
        'For your safety, you need to have logged in within the last 15 minutes. Log out now, log in again, then come back here.',
      confirm: 'Log out',
    });
    if (!leaves) return false;
    await client.call(calls.auth.logout, {});
    await session.refresh();
    navigation.navigate('/auth/login');
    return false;
  };
};
