import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '#contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { merge } from 'rxjs';
import { useHost } from '../remote.ts';

const none: readonly Agent[] = [];
type Answer = { readonly flows: readonly Agent[] };

/** The person's agents and those of the team; fetched again where the team changed. Empty until they are there; `awaited` until the first answer. */
export const useAgents = (userId: string) => {
  const { client, bus } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    const changes = merge(bus.on(events.teams.changed), bus.on(events.workspace.agentsChanged)).subscribe(
      () => void queries.invalidateQueries({ queryKey: ['agents'] }),
    );
    return () => changes.unsubscribe();
  }, [bus, queries]);
  const { data, error, isError, isPending, isFetching, failureCount, refetch } = useQuery({
    queryKey: ['agents', userId],
    queryFn: ({ signal }) => client.call(calls.agents.listAgents, {}, { signal }),
  });
  /** The agent is no longer (New): at once here, and on the service, which knows it by its being fetched. */
  const markClicked = async (agent: Agent) => {
    const clicked = (one: Agent) => (one._id === agent._id ? { ...one, clicked: true } : one);
    queries.setQueryData<Answer>(['agents', userId], (answer) => answer && { flows: answer.flows.map(clicked) });
    // A mark that the service did not get shows as (New) once more after a reload: nothing to tell a person.
    await client.call(calls.agents.getAgent, { flowId: agent._id }).catch(() => undefined);
  };
  const awaited = isPending && failureCount === 0;
  const agents = data?.flows ?? none;
  /** What is listed is what there is now. */
  const current = data !== undefined && !isFetching && !isError;
  return {
    agents,
    awaited,
    current,
    failed: isError,
    failure: messageOf(error, ''),
    retry: () => void refetch(),
    markClicked,
    queries,
  };
};

/** The teams whose agents the person may change; asked for only where there is an agent of a team. */
export const useAdminTeams = (agents: readonly Agent[]): ReadonlySet<string> => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['teams'],
    enabled: agents.some(({ team }) => team !== undefined),
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  return new Set(data?.teams.filter(({ admin }) => admin).map(({ _id }) => _id));
};
