import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { useFormAlert } from '../ui/use-form-alert.ts';
import { failureTexts, type Provider } from './providers.ts';
import { lastProvidersKey } from './social-frame.tsx';

/** In milliseconds. By then the browser has left for the provider. If it comes back, the buttons are enabled again. */
const leaveTimeout = 5000;

const isProvider = (name: string): name is Provider => identityProviders.some((known) => known === name);

/** The configured providers, in display order. Until the service answers, those of the last visit. */
export const useProviders = () => {
  const { client, storage } = useHost();
  const [last] = useState(
    () => storage.local.get(lastProvidersKey)?.split(' ').filter(isProvider) ?? identityProviders,
  );
  const { data, isError, refetch } = useQuery({
    queryKey: ['identity-providers'],
    queryFn: async ({ signal }) => {
      const { providers } = await client.call(calls.auth.listProviders, {}, { signal });
      storage.local.set(lastProvidersKey, providers.join(' '));
      return providers;
    },
  });
  return { providers: data ?? last, loading: data === undefined && !isError, failed: isError, refetch };
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Navigates to the provider's page, which sends the browser back to `/auth/<provider>`. */
export const useStartSocialLogin = () => {
  const { client, navigation, scope } = useHost();
  const alert = useFormAlert();
  return useMutation({
    onMutate: () => alert(),
    mutationFn: async (provider: Provider) => {
      const { redirectUrl } = await client.call(calls.auth.startSocialLogin, { provider });
      navigation.leave(redirectUrl);
      await wait(leaveTimeout, scope.signal);
    },
    onError: (error, provider) => alert(messageOf(error, failureTexts[provider])),
  });
};
