import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Host } from '@atrium/shared-kernel/remote';
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
    try {
      await session.refresh();
      navigation.navigate('/auth/login');
    } catch {
      // The session is over. If that cannot be fetched, a new page replaces this private one.
      navigation.leave('/auth/login', { replace: true });
    }
    return false;
  };
};

/**
 * Runs work that needs a recent sign-in. If the service asks for one, runs it again after it. Undefined if the user
 * canceled.
 */
export const useWithFreshSignIn = () => {
  const signInFreshly = useFreshSignIn();
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      return (await signInFreshly(error)) ? work() : undefined;
    }
  };
};

type Confirmation = Omit<Parameters<Host['dialogs']['confirm']>[0], 'action'>;

/**
 * The same after a confirmation. The dialog for the sign-in replaces it; after another failure, which `onFailure`
 * shows, the confirmation stays open. Resolves with whether the work is done.
 */
export const useConfirmedFreshly = () => {
  const { dialogs: modals } = useHost();
  const signInFreshly = useFreshSignIn();
  return async (question: Confirmation, work: () => Promise<unknown>, onFailure: (error: unknown) => void) => {
    let refused: unknown;
    const confirmed = await modals.confirm({
      ...question,
      async action() {
        refused = undefined;
        try {
          await work();
        } catch (error) {
          refused = error;
          if (isFailure(error, calls.profile.deleteUser, 'sign-in-again')) return;
          onFailure(error);
          throw error;
        }
      },
    });
    if (!confirmed) return false;
    if (refused === undefined) return true;
    try {
      if (!(await signInFreshly(refused))) return false;
      await work();
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
};
