import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';

/** Its own dialogs, which it also opens. */
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
    './new-team': './src/new-team.tsx',
    './join': './src/join.tsx',
    './admin': './src/admin.tsx',
    './seats': './src/seats.tsx',
    './role': './src/role.tsx',
    './member': './src/member.tsx',
    './rename': './src/rename.tsx',
    './join-link': './src/join-link.tsx',
    './transfer': './src/transfer.tsx',
    './activity': './src/activity.tsx',
    './plan': './src/plan.tsx',
  },
  routes: [
    { path: '/team', title: 'Create a team', expose: './new-team' },
    { path: '/join', title: 'Join a team', expose: './join' },
  ],
  fills: [],
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
    calls.teams.createEditRole,
    calls.teams.editUserRoles,
    calls.teams.removeMember,
    calls.teams.renameTeam,
    calls.teams.renewJoinLink,
    calls.teams.transferOwnership,
    calls.teams.listTeamLog,
  ],
});
