import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes, type identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useFreshSignIn } from '../fresh-sign-in/fresh-sign-in.api.ts';
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

/**
 * Runs work that needs a recent sign-in. If the service asks for one, runs it again after it. Undefined if the user
 * canceled.
 */
const useWithFreshSignIn = () => {
  const signInFreshly = useFreshSignIn();
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error, calls.auth.removeConnection, 'sign-in-again')) throw error;
      return (await signInFreshly(error)) ? work() : undefined;
    }
  };
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
  const { alerts, client, dialogs } = useHost();
  const queries = useQueryClient();
  const withFreshSignIn = useWithFreshSignIn();
  return async (provider: Provider): Promise<void> => {
    const name = providerNames[provider];
    const confirmed = await dialogs.confirm({
      title: `Disconnect ${name}`,
      message: `${name} will no longer log you in. You can connect it again at any time.`,
      confirm: 'Disconnect',
      danger: true,
    });
    if (!confirmed) return;
    try {
      if (!(await withFreshSignIn(() => client.call(calls.auth.removeConnection, { provider })))) return;
      alerts.show({ message: `${name} is disconnected.`, type: 'info', time: toastTimes.short });
      onDone();
    } catch (error) {
      const message = messageOf(error, `Failed to disconnect ${name}, please try again.`);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    }
    await queries.invalidateQueries({ queryKey });
  };
};
