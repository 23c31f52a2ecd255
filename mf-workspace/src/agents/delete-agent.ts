import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { WorkspaceView } from '../remote.ts';

/** Asks, then deletes an agent. The question stays open where the service refuses. */
export const deleteAgent = async (
  { client, bus, alerts, dialogs }: WorkspaceView,
  agent: Agent,
  onDeleted: (agentId: string) => void,
): Promise<void> => {
  let moved = false;
  const confirmed = await dialogs.confirm({
    title: 'Delete agent',
    message: `“${agent.title}” and its files will be deleted. Chats with it won’t be deleted.`,
    confirm: 'Delete',
    danger: true,
    action: async () => {
      try {
        await client.call(calls.agents.deleteAgent, { flowId: agent._id }, { basedOn: agent.revision });
      } catch (error) {
        alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
        // The question was about another state: it closes, and the list shows the present one.
        moved = isGeneralFailure(error, 'stale');
        if (!moved) throw error;
      }
    },
  });
  if (moved) bus.emit(events.workspace.agentsChanged, { agentId: agent._id });
  if (!confirmed || moved) return;
  onDeleted(agent._id);
  bus.emit(events.workspace.agentsChanged, { agentId: agent._id, deleted: true });
};
