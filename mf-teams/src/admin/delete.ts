import { confirmAction, outdatedReason } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Role, Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import { useHost } from '../remote.ts';
import { useTeamOutdated } from '../team/team.api.ts';

interface Question {
  readonly title: string;
  readonly message: string;
  readonly action: () => Promise<unknown>;
  /** Why the question is outdated: what became of the item. Undefined while it is unchanged. */
  readonly became: (now: Team) => string | undefined;
}

/** Deletes a part of a team after a confirmation. The dialog stays open if the service refuses. */
const useConfirmedDeletion = () => {
  const host = useHost();
  const outdatedOf = useTeamOutdated();
  return async ({ _id: teamId }: Team, { became, ...question }: Question) => {
    const outdated$ = outdatedOf(teamId, became);
    const answer = await confirmAction(host, { ...question, confirm: 'Delete', danger: true, outdated$ });
    // If the confirmed state is outdated, the list shows the current one.
    if (answer !== 'no') host.bus.emit(events.teams.changed, { teamId });
  };
};

export const useDeleteRole = () => {
  const { client } = useHost();
  const confirmAndDelete = useConfirmedDeletion();
  return (team: Team, role: Role) =>
    confirmAndDelete(team, {
      title: 'Delete role',
      message: `“${role.name}” will be deleted. No one will be able to use agents that only this role can use until you choose other roles for them.`,
      action: () =>
        client.call(
          calls.teams.createEditRole,
          { roleId: role._id, teamId: team._id, deleted: true as const },
          { basedOn: role.revision },
        ),
      became: ({ roles }) => outdatedReason(role, roles, `“${role.name}”`),
    });
};

export const useDeleteAgent = () => {
  const { client } = useHost();
  const confirmAndDelete = useConfirmedDeletion();
  return (team: Team, agent: Agent) =>
    confirmAndDelete(team, {
      title: 'Delete agent',
      message: `“${agent.title}” and its files will be deleted for the whole team. Chats with it won’t be deleted.`,
      action: () => client.call(calls.agents.deleteAgent, { flowId: agent._id }, { basedOn: agent.revision }),
      became: ({ flows }) => outdatedReason(agent, flows, `“${agent.title}”`),
    });
};
