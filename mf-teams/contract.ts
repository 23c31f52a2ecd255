import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';

export default defineRemote({
  name: 'mf-teams',
  exposes: { './new-team': './src/new-team.tsx' },
  routes: [{ path: '/team', title: 'Create a team', expose: './new-team' }],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [calls.billing.createTeamSubscription],
});
