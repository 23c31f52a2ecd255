import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

export interface ConfirmationLink {
  readonly changeHash: string;
  readonly newEmail: string;
}

/**
 * Confirms an address as the page opens. A query, because its cache is what makes one link one call however often the
 * page renders or mounts; only `refetch` calls again.
 */
export const useConfirmation = (link: ConfirmationLink) => {
  const { client, session } = useHost();
  return useQuery({
    queryKey: ['confirmation', link],
    queryFn: async () => {
      const answer = await client.call(calls.auth.changeWithHash, link);
      // The address is confirmed, whether or not the service can say right now who is signed in here.
      await session.refresh().catch(() => undefined);
      return answer;
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    retryOnMount: false,
  });
};
