import * as dialogs from '#contracts/dialogs';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { Role, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import Bot from 'lucide-react/icons/bot';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useHost } from '../remote.ts';
import classes from './admin.module.css';
import { useDeleteAgent } from './delete.ts';
import { Entry } from './entry.tsx';

/** Describes who may use an agent (B5.03). If all of its roles were deleted, nobody may until others are chosen. */
export const audienceOf = ({ teamRoles }: Pick<Agent, 'teamRoles'>, roles: readonly Role[]): string => {
  if (teamRoles.length === 0) return 'Everyone on the team';
  const names = roles.filter(({ _id }) => teamRoles.includes(_id)).map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : 'No one: its roles were deleted';
};

/** The agents of a team (B2.42). */
export const AgentsTab = ({ team }: { readonly team: Team }) => {
  const { dialogs: modals } = useHost();
  const remove = useDeleteAgent();
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      onClick={() => void modals.open(dialogs.workspace.editAgent, { teamId: team._id })}
    >
      Create Agent
    </Button>
  );
  if (team.flows.length === 0)
    return (
      <EmptyState
        icon={<Bot />}
        title="No team agents yet"
        text="Team agents are available to everyone on the team, or only to the roles you choose."
        action={create}
      />
    );
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>{create}</div>
      <PagedList label="Agents" items={team.flows} keyOf={({ _id }) => _id} searchTextOf={({ title }) => title}>
        {(agent) => (
          <Entry icon={<Bot />} title={agent.title} text={audienceOf(agent, team.roles)}>
            <IconButton
              label={`Edit ${agent.title}`}
              icon={<Pencil />}
              onClick={() => void modals.open(dialogs.workspace.editAgent, { agentId: agent._id })}
            />
            <IconButton label={`Delete ${agent.title}`} icon={<Trash2 />} onClick={() => void remove(team, agent)} />
          </Entry>
        )}
      </PagedList>
    </div>
  );
};
