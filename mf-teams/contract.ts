import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';
import { commands } from './commands.ts';

const supplied = [
  { dialog: dialogs.teams.admin, expose: './admin' },
  { dialog: dialogs.teams.seats, expose: './seats' },
  { dialog: dialogs.teams.role, expose: './role' },
  { dialog: dialogs.teams.member, expose: './member' },
  { dialog: dialogs.teams.rename, expose: './rename' },
  { dialog: dialogs.teams.joinLink, expose: './join-link' },
  { dialog: dialogs.teams.transfer, expose: './transfer' },
  { dialog: dialogs.teams.activity, expose: './activity' },
  { dialog: dialogs.teams.plan, expose: './plan' },
] as const;

export default defineRemote({
  name: 'mf-teams',
  exposes: {
    './new-team': './src/new-team/new-team-page.tsx',
    './join': './src/join/join-page.tsx',
    './admin': './src/admin/admin-dialog.tsx',
    './seats': './src/seats/seats-dialog.tsx',
    './role': './src/role/role-dialog.tsx',
    './member': './src/member/member-dialog.tsx',
    './rename': './src/rename/rename-dialog.tsx',
    './join-link': './src/join-link/join-link-dialog.tsx',
    './transfer': './src/transfer/transfer-dialog.tsx',
    './activity': './src/activity/activity-dialog.tsx',
    './plan': './src/plan/plan-dialog.tsx',
  },
  routes: [
    { path: '/team', title: 'Create a team', expose: './new-team' },
    {
      path: '/join',
      title: 'Join a team',
      expose: './join',
      whenDisabled: 'You can’t join a team right now. Please try your link again later.',
    },
  ],
  fills: commands,
  slots: [slots.teams.panelTabs],
  dialogs: supplied,
  opens: [dialogs.billing.settings, dialogs.workspace.editAgent, ...supplied.map(({ dialog }) => dialog)],
  emits: [events.teams.joined, events.teams.changed, events.teams.adminOpened],
  handles: [events.teams.changed, events.workspace.agentsChanged],
  calls: [
    calls.agents.deleteAgent,
    calls.billing.createTeamSubscription,
    calls.billing.createTeamPortalSession,
    calls.billing.updateTeamSubscription,
    calls.billing.listTeamInvoices,
    calls.billing.renewTeamSubscription,
    calls.billing.cancelPlan,
    calls.teams.getTeam,
    calls.teams.joinTeam,
    calls.teams.getInvitation,
    calls.teams.leaveTeam,
    calls.teams.switchActiveTeam,
    calls.teams.setTeamAdmin,
    calls.teams.closeTeam,
    calls.teams.createEditRole,
    calls.teams.editUserRoles,
    calls.teams.removeMember,
    calls.teams.renameTeam,
    calls.teams.setTeamModel,
    calls.chat.listModels,
    calls.teams.renewJoinLink,
    calls.teams.transferOwnership,
    calls.teams.listTeamLog,
  ],
});
