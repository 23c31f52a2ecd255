import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { TeamLogEntry } from '@atrium/shared-kernel/contracts/entities/team';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';

/** The log of a team: what was read so far, and the next older page when asked. */
export const useTeamLog = (teamId: string) => {
  const { client } = useHost();
  const [known, setKnown] = useState<readonly TeamLogEntry[]>([]);
  const before = known.at(-1)?._id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['log', teamId, before],
    queryFn: ({ signal }) => client.call(calls.teams.listTeamLog, { teamId, before }, { signal }),
  });
  const entries = data || before ? [...known, ...(data?.entries ?? [])] : undefined;
  return {
    entries,
    error,
    fetching: isFetching,
    /** The next older page; undefined where there is none, or the last one is still on its way. */
    showOlder: data?.more ? () => setKnown(entries ?? []) : undefined,
    retry: () => void refetch(),
  };
};
