import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** Verifies the signed-in user by their password. */
export const useConfirmSignIn = () => {
  const { client } = useHost();
  return useMutation({
    mutationFn: (password: string) => client.call(calls.auth.confirmPassword, { password }),
  });
};

/**
 * For calls that the service only allows soon after a login. Returns a function that handles a failure. It resolves
 * with true if the user has entered their password, so that the call can be repeated, and with false if they did not,
 * or went to log in. It rethrows failures of another kind.
 */
export const useFreshSignIn = () => {
  const { client, dialogs: modals, navigation, session } = useHost();
  return async (error: unknown): Promise<boolean> => {
    if (!isFailure(error, calls.profile.deleteUser, 'sign-in-again')) throw error;
    if (error.body.password) return (await modals.open(dialogs.billing.confirmSignIn, {})) === true;
    const logsOut = await modals.confirm({
      title: 'Log in again',
      message:
        'For your safety, you need to have logged in within the last 15 minutes. Log out now, log in again, then come back here.',
      confirm: 'Log out',
    });
    if (!logsOut) return false;
    await client.call(calls.auth.logout, {});
    await session.refresh();
    navigation.navigate('/auth/login');
    return false;
  };
};
