import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

export interface ConfirmationLink {
  readonly changeHash: string;
  readonly newEmail: string;
}

/**
 * Confirms an email address as the page opens. It is a query rather than a mutation because the query cache limits each
 * link to one call, however often the page renders or mounts. Only `refetch` calls again.
 */
export const useConfirmation = (link: ConfirmationLink) => {
  const { client, session } = useHost();
  return useQuery({
    queryKey: ['confirmation', link],
    queryFn: async () => {
      await client.call(calls.auth.changeWithHash, link);
      // The address is confirmed even if the session cannot be refreshed right now.
      const refreshed = session.refresh().then(
        () => true,
        () => false,
      );
      return { refreshed: await refreshed };
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    retryOnMount: false,
  });
};
