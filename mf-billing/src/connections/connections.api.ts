import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes, type identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfirmedFreshly, useWithFreshSignIn } from '../fresh-sign-in/fresh-sign-in.api.ts';
import { useHost } from '../remote.ts';

export type Provider = (typeof identityProviders)[number];

export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  apple: 'Apple',
  azure: 'Microsoft',
};

const queryKey = ['ways-in'];

/** How the user can log in. */
export const useLoginMethods = () => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.auth.listConnections, {}, { signal }),
  });
  return { loginMethods: data, error, isFetching, retry: () => void refetch() };
};

/** The configured providers. */
export const useProviders = (): readonly Provider[] => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => client.call(calls.auth.listProviders, {}, { signal }),
  });
  return data?.providers ?? [];
};

/** Opens the page of a provider, which returns with its account connected. */
export const useConnect = () => {
  const { alerts, client, navigation } = useHost();
  const withFreshSignIn = useWithFreshSignIn();
  return useMutation({
    mutationFn: (provider: Provider) => withFreshSignIn(() => client.call(calls.auth.startConnection, { provider })),
    onSuccess: (page) => page && navigation.leave(page.redirectUrl),
    onError(error, provider) {
      const message = messageOf(error, `Failed to connect ${providerNames[provider]}, please try again.`);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

/** Disconnects a provider after a confirmation. */
export const useDisconnect = (onDone: () => void) => {
  const { alerts, client } = useHost();
  const queries = useQueryClient();
  const confirmFreshly = useConfirmedFreshly();
  return async (provider: Provider): Promise<void> => {
    const name = providerNames[provider];
    const disconnected = await confirmFreshly(
      {
        title: `Disconnect ${name}`,
        message: `${name} will no longer log you in. You can connect it again at any time.`,
        confirm: 'Disconnect',
        danger: true,
      },
      () => client.call(calls.auth.removeConnection, { provider }),
      (error) => {
        const message = messageOf(error, `Failed to disconnect ${name}, please try again.`);
        alerts.show({ message, type: 'error', time: toastTimes.medium });
      },
    );
    if (!disconnected) return;
    alerts.show({ message: `${name} is disconnected.`, type: 'info', time: toastTimes.short });
    onDone();
    await queries.invalidateQueries({ queryKey });
  };
};
