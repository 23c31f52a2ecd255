import { isFailure } from '@atrium/shared-kernel/failure';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import { useEffect, useRef } from 'react';
import { useHost } from '../remote.ts';
import type { useAgents } from './agents.api.ts';

interface Moves {
  readonly onMoved: (agent: Agent) => void;
  readonly onDeleted: (agentId: string) => void;
}

/**
 * Keeps the selected agent up to date: a changed one is emitted again, a replaced one gives way to its successor, and
 * one that was deleted or is no longer available to the user is deselected, with a message.
 */
export const useFollowSelected = (
  { agents, current }: Pick<ReturnType<typeof useAgents>, 'agents' | 'current'>,
  selectedId: string | undefined,
  { onMoved, onDeleted }: Moves,
): void => {
  const { alerts, client } = useHost();
  const emitted = useRef<Agent>(undefined);
  useEffect(() => {
    const listed = agents.find(({ _id }) => _id === selectedId);
    const before = emitted.current;
    emitted.current = listed;
    if (listed && before?._id === listed._id && before.lastUpdate !== listed.lastUpdate) onMoved(listed);
    if (listed || selectedId === undefined || !current) return undefined;
    const deselect = () => {
      onDeleted(selectedId);
      // What is sent from now on goes to no agent.
      const name = before?._id === selectedId ? `“${before.title}”` : 'This agent';
      alerts.show({ message: `${name} is no longer available to you.`, type: 'info', time: toastTimes.long });
    };
    const aborter = new AbortController();
    const follow = async () => {
      try {
        const agent = await client.call(
          calls.agents.getAgent,
          { flowId: selectedId, look: 'true' },
          { signal: aborter.signal },
        );
        if (agents.some(({ _id }) => _id === agent._id)) onMoved(agent);
        else deselect();
      } catch (error) {
        if (isFailure(error, calls.agents.getAgent, 'unknown-agent')) deselect();
      }
    };
    void follow();
    return () => aborter.abort();
  }, [agents, current, selectedId, alerts, client, onMoved, onDeleted]);
};
