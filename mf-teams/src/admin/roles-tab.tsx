import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useHost } from '../remote.ts';
import classes from './admin.module.css';
import { useDeleteRole } from './delete.ts';
import { Entry } from './entry.tsx';

const membersInWords = (count: number): string =>
  count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`;

/** The roles of a team (B2.43). */
export const RolesTab = ({ team }: { readonly team: Team }) => {
  const { dialogs: modals } = useHost();
  const remove = useDeleteRole();
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      onClick={() => void modals.open(dialogs.teams.role, { teamId: team._id })}
    >
      Create Role
    </Button>
  );
  if (team.roles.length === 0)
    return (
      <EmptyState
        icon={<Tag />}
        title="No roles yet"
        text="Roles control who can use which agents. A member can have several roles."
        action={create}
      />
    );
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>{create}</div>
      <PagedList label="Roles" items={team.roles} keyOf={({ _id }) => _id} searchTextOf={({ name }) => name}>
        {(role) => (
          <Entry icon={<Tag />} title={role.name} text={membersInWords(role.members.length)}>
            <IconButton
              label={`Edit ${role.name}`}
              icon={<Pencil />}
              onClick={() => void modals.open(dialogs.teams.role, { teamId: team._id, roleId: role._id })}
            />
            <IconButton label={`Delete ${role.name}`} icon={<Trash2 />} onClick={() => void remove(team, role)} />
          </Entry>
        )}
      </PagedList>
    </div>
  );
};
