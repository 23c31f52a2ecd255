import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useGoOn } from '../intent/use-go-on.ts';
import { useHost } from '../remote.ts';
import type { Answer } from './answer.ts';
import { providerNames } from './providers.ts';

/** What the service says of a failure, beyond that it is one. */
const reasonOf = (error: unknown): string | undefined => (isCallFailure(error) ? error.msg : undefined);

/** Logs in with a provider's answer, and goes on as after every log-in. */
export const useFinishSocialLogin = () => {
  const { alerts, client, navigation, session } = useHost();
  const goOn = useGoOn();
  const begun = useRef(false);
  const { mutate, isError, error } = useMutation({
    mutationFn: async (answer: Answer) => {
      const send = () => {
        if (answer.provider === 'google') return client.call(calls.auth.google, answer.input);
        if (answer.provider === 'apple') return client.call(calls.auth.apple, answer.input);
        return client.call(calls.auth.azure, answer.input);
      };
      const { user, connected } = await send();
      if (!connected) await session.refresh();
      return { user, connected };
    },
    onSuccess: ({ user, connected }, { provider }) => {
      if (!connected) return goOn(user, { replace: true });
      // Nobody has logged in: whoever was here can log in this way from now on.
      const message = `${providerNames[provider]} is connected. You can log in with it from now on.`;
      alerts.show({ message, type: 'info', time: toastTimes.medium });
      navigation.navigate('/', { replace: true });
    },
    onError: (failure) => {
      // The login page comes soon: what the service says stays readable there.
      const message = reasonOf(failure);
      if (message !== undefined) alerts.show({ message, type: 'error', time: toastTimes.long });
      // Only somebody who is logged in connects an account.
      if (isFailure(failure, calls.auth.google, 'identity-taken')) navigation.navigate('/', { replace: true });
    },
  });
  // The answer is good for one call, however often the page renders.
  const finish = useCallback(
    (answer: Answer) => {
      if (begun.current) return;
      begun.current = true;
      mutate(answer);
    },
    [mutate],
  );
  return { failed: isError, reason: reasonOf(error), finish };
};
