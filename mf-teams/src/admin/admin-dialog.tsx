import * as dialogs from '#contracts/dialogs';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { useFillerTabs } from '@atrium/shared-kernel/slots';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { Tabs } from '@atrium/shared-kernel/ui/tabs';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';
import { TeamDialog } from '../team/team-dialog.tsx';
import { AgentsTab } from './agents-tab.tsx';
import { RolesTab } from './roles-tab.tsx';
import { TeamTab } from './team-tab.tsx';

const AdminPanel = ({ team }: { readonly team: Team }) => {
  const { close } = useHost();
  const [chosen, setTab] = useState('Team');
  const tabs = [
    { value: 'Team', label: 'Team', content: <TeamTab team={team} /> },
    { value: 'Agents', label: 'Agents', content: <AgentsTab team={team} /> },
    { value: 'Roles', label: 'Roles', content: <RolesTab team={team} /> },
    ...useFillerTabs(slots.teams.panelTabs, { teamId: team._id }),
  ];
  // A tab that no longer exists gives way to the first one.
  const tab = tabs.some(({ value }) => value === chosen) ? chosen : 'Team';
  return (
    <DialogBody title={team.name} onClose={() => close()}>
      <Tabs dialogHeight="40rem" label="Team Management" value={tab} onChange={setTab} tabs={tabs} />
    </DialogBody>
  );
};

/** Manages a team: seats and members, agents, roles (B2.37). A selected agent is cleared when it opens. */
export const AdminDialog = () => {
  const { bus, session } = useHost();
  const { teamId = session.user$.value?.activeTeam ?? '' } = useDialogInput(dialogs.teams.admin);
  useEffect(() => bus.emit(events.teams.adminOpened, {}), [bus]);
  return (
    <TeamDialog title="Team Management" teamId={teamId} height="480px">
      {(team) => <AdminPanel team={team} />}
    </TeamDialog>
  );
};
