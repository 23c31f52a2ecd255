import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '@atrium/shared-kernel/contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRemote } from '../remote.ts';

/** The person's agents and those of the team; fetched again where the team changed. Empty until they are there. */
export const useAgents = (userId: string) => {
  const { client, bus } = useRemote();
  const queries = useQueryClient();
  useEffect(() => {
    const changes = bus
      .on(events.teams.changed)
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['agents'] }));
    return () => changes.unsubscribe();
  }, [bus, queries]);
  const answer = useQuery({
    queryKey: ['agents', userId],
    queryFn: ({ signal }) => client.call(calls.agents.listAgents, {}, { signal }),
  });
  return answer.data?.flows ?? [];
};
