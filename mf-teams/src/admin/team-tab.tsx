import * as dialogs from '#contracts/dialogs';
import type { Member, Team } from '@atrium/shared-kernel/contracts/entities/team';
import { PagedList } from '@atrium/shared-kernel/lists/paged-list';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button, IconButton } from '@atrium/shared-kernel/ui/button';
import { Menu } from '@atrium/shared-kernel/ui/menu';
import ChartColumn from 'lucide-react/icons/chart-column';
import Crown from 'lucide-react/icons/crown';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import LinkIcon from 'lucide-react/icons/link';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Receipt from 'lucide-react/icons/receipt';
import Trash2 from 'lucide-react/icons/trash-2';
import { useHost } from '../remote.ts';
import { PlanNotice } from '../plan/plan-notice.tsx';
import { useCloseTeam, useLeaveTeam } from '../team/leave.api.ts';
import { Person } from '../team/person.tsx';
import { fullName, searchTextOf } from '../team/members.ts';
import classes from './admin.module.css';
import { SeatsCard } from './seats-card.tsx';
import { TeamModel } from './team-model.tsx';

interface MembersProps {
  readonly label: string;
  readonly team: Team;
  readonly members: readonly Member[];
}

const Members = ({ label, team, members }: MembersProps) => {
  const { dialogs: modals } = useHost();
  const rolesOf = (id: string) => team.roles.filter(({ members }) => members.includes(id)).map(({ name }) => name);
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        {label} <span className={classes.count}>{members.length}</span>
      </h3>
      <PagedList label={label} items={members} keyOf={({ _id }) => _id} searchTextOf={searchTextOf}>
        {(member) => (
          <Person
            member={member}
            badge={team.admins.includes(member._id) ? 'Admin' : undefined}
            detail={rolesOf(member._id).join(', ')}
            action={
              <Button
                size="s"
                aria-label={`Manage ${fullName(member) || 'a member'}`}
                onClick={() => void modals.open(dialogs.teams.member, { teamId: team._id, memberId: member._id })}
              >
                Manage
              </Button>
            }
          />
        )}
      </PagedList>
    </section>
  );
};

const TeamMenu = ({ team }: { readonly team: Team }) => {
  const { dialogs: modals, session } = useHost();
  const { _id: teamId, admins, owner } = team;
  const selfId = useBehavior(session.user$)?._id;
  const leave = useLeaveTeam(team);
  const close = useCloseTeam(team);
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Team options" icon={<Ellipsis />} />}
      items={[
        { label: 'Rename', icon: <Pencil />, onSelect: () => void modals.open(dialogs.teams.rename, { teamId }) },
        {
          label: 'Join link',
          icon: <LinkIcon />,
          onSelect: () => void modals.open(dialogs.teams.joinLink, { teamId }),
        },
        {
          label: 'Transfer ownership',
          icon: <Crown />,
          onSelect: () => void modals.open(dialogs.teams.transfer, { teamId }),
        },
        {
          label: 'Plan and invoices',
          icon: <Receipt />,
          onSelect: () => void modals.open(dialogs.teams.plan, { teamId }),
        },
        {
          label: 'Usage',
          icon: <ChartColumn />,
          onSelect: () => void modals.open(dialogs.billing.settings, { tab: 'Usage', teamId }),
        },
        { label: 'Activity', icon: <History />, onSelect: () => void modals.open(dialogs.teams.activity, { teamId }) },
        ...(admins.length > 1 ? [{ label: 'Leave team', icon: <LogOut />, onSelect: () => void leave() }] : []),
        ...(owner === undefined || owner === selfId
          ? [{ label: 'Close team', icon: <Trash2 />, danger: true, onSelect: () => void close() }]
          : []),
      ]}
    />
  );
};

/** Seats and members of a team (B2.39 to B2.41). */
export const TeamTab = ({ team }: { readonly team: Team }) => (
  <div className={classes.tab}>
    <PlanNotice team={team} />
    <SeatsCard team={team} menu={<TeamMenu team={team} />} />
    <TeamModel team={team} />
    <Members label="Members" team={team} members={team.members} />
    {team.nonPayingMembers.length > 0 && (
      <Members label="Members (Self Billed)" team={team} members={team.nonPayingMembers} />
    )}
  </div>
);
