import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useAfterLogin } from '../intent/use-after-login.ts';
import { useHost } from '../remote.ts';
import type { Answer } from './answer.ts';
import { providerNames } from './providers.ts';

/** The service's explanation of a failure, if it gave one. */
const reasonOf = (error: unknown): string | undefined => (isCallFailure(error) ? error.msg : undefined);

/**
 * Logs in with a provider's answer and continues as after any login. The answer is valid once, so that only loading the
 * user is repeated if that fails.
 */
export const useFinishSocialLogin = () => {
  const { alerts, client, navigation, session } = useHost();
  const afterLogin = useAfterLogin();
  const started = useRef(false);
  const load = useMutation({
    mutationFn: (_user: { readonly new: boolean }) => session.refresh(),
    onSuccess: (_, user) => afterLogin(user, { replace: true }),
  });
  const { mutate, isError, error } = useMutation({
    mutationFn: async (answer: Answer) => {
      if (answer.provider === 'google') return client.call(calls.auth.google, answer.input);
      if (answer.provider === 'apple') return client.call(calls.auth.apple, answer.input);
      return client.call(calls.auth.azure, answer.input);
    },
    onSuccess: ({ user, connected }, { provider }) => {
      if (!connected) return load.mutate(user);
      // The user was logged in already: this only connected another way to log in.
      const message = `${providerNames[provider]} is connected. You can log in with it from now on.`;
      alerts.show({ message, type: 'info', time: toastTimes.medium });
      navigation.navigate('/', { replace: true });
    },
    onError: (failure) => {
      // The page redirects to the login soon. An alert keeps the explanation readable there.
      const message = reasonOf(failure);
      if (message !== undefined) alerts.show({ message, type: 'error', time: toastTimes.long });
      // This failure only occurs when a logged-in user connects an account.
      if (isFailure(failure, calls.auth.google, 'identity-taken')) navigation.navigate('/', { replace: true });
    },
  });
  // The answer is valid for one call, however often the page renders.
  const finish = useCallback(
    (answer: Answer) => {
      if (started.current) return;
      started.current = true;
      mutate(answer);
    },
    [mutate],
  );
  const { variables: user } = load;
  const loadAgain = load.isError && user ? () => load.mutate(user) : undefined;
  return { failed: isError, reason: reasonOf(error), finish, loadAgain };
};
