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

/**
 * The agents of the user and of their team, fetched again when the team changes. Empty until they are known; `awaited`
 * until the first answer.
 */
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
  /** Removes the mark (New): at once here, and in the service by fetching the agent. */
  const markClicked = async (agent: Agent) => {
    const clicked = (one: Agent) => (one._id === agent._id ? { ...one, clicked: true } : one);
    queries.setQueryData<Answer>(['agents', userId], (answer) => answer && { flows: answer.flows.map(clicked) });
    // If the service did not learn of it, the mark is back after a reload, which is not worth an alert.
    await client.call(calls.agents.getAgent, { flowId: agent._id }).catch(() => undefined);
  };
  const awaited = isPending && failureCount === 0;
  const agents = data?.flows ?? none;
  /** Whether the list is up to date. */
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

/** The teams whose agents the user may change. Requested only if an agent belongs to a team. */
export const useAdminTeams = (agents: readonly Agent[]): ReadonlySet<string> => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['teams'],
    enabled: agents.some(({ team }) => team !== undefined),
    queryFn: ({ signal }) => client.call(calls.teams.listTeams, {}, { signal }),
  });
  return new Set(data?.teams.filter(({ admin }) => admin).map(({ _id }) => _id));
};
