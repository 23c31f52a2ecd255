import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { TeamLogEntry } from '@atrium/shared-kernel/contracts/entities/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';

/** The log of a team: the pages loaded so far, and the next older one on request. */
export const useTeamLog = (teamId: string) => {
  const { client } = useHost();
  const [loaded, setLoaded] = useState<readonly TeamLogEntry[]>([]);
  const before = loaded.at(-1)?._id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['log', teamId, before],
    queryFn: ({ signal }) => client.call(calls.teams.listTeamLog, { teamId, before }, { signal }),
  });
  const entries = data || before ? [...loaded, ...(data?.entries ?? [])] : undefined;
  return {
    entries,
    error,
    fetching: isFetching,
    /** Loads the next older page. Undefined if there is none, or while the last one is still loading. */
    showOlder: data?.more ? () => setLoaded(entries ?? []) : undefined,
    retry: () => void refetch(),
  };
};
