import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { connectFailed, type Provider, providerNames } from './providers.ts';

export type Integration = Infer<typeof calls.integrations.listIntegrations.output>['integrations'][number];

const queryKey = ['integrations'];
const disconnectCalls = {
  google: calls.integrations.disconnectGoogle,
  microsoft: calls.integrations.disconnectMicrosoft,
} as const;

export const useIntegrations = () => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.integrations.listIntegrations, {}, { signal }),
  });
  return { integrations: data?.integrations, error, isFetching, retry: () => void refetch() };
};

/** Opens the provider's consent page. */
export const useConnect = () => {
  const { alerts, client, navigation } = useHost();
  return useMutation({
    mutationFn: (provider: Provider) => client.call(calls.integrations.startConsent, { provider }),
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl),
    onError(error, provider) {
      const message = messageOf(error, connectFailed(provider));
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};

/** Revokes an access after a confirmation. */
export const useDisconnect = () => {
  const { alerts, client, dialogs, session } = useHost();
  const queries = useQueryClient();
  return async (provider: Provider): Promise<void> => {
    const name = providerNames[provider];
    const done = await dialogs.confirm({
      title: `Disconnect ${name}`,
      message: `Atrium will no longer be able to read your ${name} calendar, mail and files. You can connect again at any time.`,
      confirm: 'Disconnect',
      danger: true,
      async action() {
        try {
          await client.call(disconnectCalls[provider], {});
        } catch (error) {
          const message = messageOf(error, `Failed to disconnect from ${name} services, please try again.`);
          alerts.show({ message, type: 'error', time: toastTimes.medium });
          throw error;
        }
      },
    });
    if (!done) return;
    alerts.show({ message: `Disconnected from ${name} services.`, type: 'info', time: toastTimes.short });
    session.patch({ [provider === 'google' ? 'googleScopes' : 'microsoftScopes']: undefined });
    await queries.invalidateQueries({ queryKey });
  };
};
