import { ask, becameOf } from '@atrium/shared-kernel/conflict/question';
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
  /** What became of what is to be deleted, where that is something else by now. */
  readonly became: (now: Team) => string | undefined;
}

/** Asks before something of a team ends; the question stays open where the service refuses. */
const useEnding = () => {
  const host = useHost();
  const outdatedOf = useTeamOutdated();
  return async ({ _id: teamId }: Team, { became, ...question }: Question) => {
    const outdated$ = outdatedOf(teamId, became);
    const answer = await ask(host, { ...question, confirm: 'Delete', danger: true, outdated$ });
    // Where it was about another state the list shows the present one.
    if (answer !== 'no') host.bus.emit(events.teams.changed, { teamId });
  };
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
      became: ({ roles }) => becameOf(role, roles, `“${role.name}”`),
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
      became: ({ flows }) => becameOf(agent, flows, `“${agent.title}”`),
    });
};
