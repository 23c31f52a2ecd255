import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Role, Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '@atrium/shared-kernel/contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useHost } from '../remote.ts';

interface Question {
  readonly title: string;
  readonly message: string;
  readonly action: () => Promise<unknown>;
}

/** Asks before something of a team ends; the question stays open where the service refuses. */
const useEnding = () => {
  const { alerts, bus, dialogs } = useHost();
  return ({ _id: teamId }: Team, { action, ...question }: Question) =>
    dialogs.confirm({
      ...question,
      confirm: 'Delete',
      danger: true,
      action: async () => {
        try {
          await action();
        } catch (error) {
          alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, callFailed) });
          // The question was about another state: it closes, and the list shows the present one.
          if (!isGeneralFailure(error, 'stale')) throw error;
        }
        bus.emit(events.teams.changed, { teamId });
      },
    });
};

export const useDeleteRole = () => {
  const { client } = useHost();
  const end = useEnding();
  return (team: Team, role: Role) =>
    end(team, {
      title: 'Delete role',
      message: `“${role.name}” will be deleted. No one will be able to use agents that only this role can use until you choose other roles for them.`,
      action: () =>
        client.call(
          calls.teams.createEditRole,
          { roleId: role._id, teamId: team._id, deleted: true as const },
          { basedOn: role.revision },
        ),
    });
};

export const useDeleteAgent = () => {
  const { client } = useHost();
  const end = useEnding();
  return (team: Team, agent: Agent) =>
    end(team, {
      title: 'Delete agent',
      message: `“${agent.title}” and its files will be deleted for the whole team. Chats with it won’t be deleted.`,
      action: () => client.call(calls.agents.deleteAgent, { flowId: agent._id }, { basedOn: agent.revision }),
    });
};
