import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

/** The use of the user, or of a team of which they are an admin. */
export const useUsage = (teamId: string | undefined) => {
  const { client } = useHost();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['usage', teamId],
    queryFn: ({ signal }) => client.call(calls.usage.getUsage, { teamId }, { signal }),
    staleTime: 0,
  });
  return { usage: data, error, isFetching, retry: () => void refetch() };
};

/** The teams whose use the user may see. None while they are asked for, or where they cannot be: one's own use remains. */
export const useAdminTeams = () => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  return (data?.teams ?? []).filter(({ admin }) => admin);
};
