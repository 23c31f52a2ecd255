import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';
import * as slots from '@atrium/shared-kernel/contracts/slots';

/** The shell's public surface: what remotes fill and open, and what the shell itself listens to and calls. */
export default {
  name: 'shell',
  slots: [slots.shell.left, slots.shell.main, slots.shell.right],
  dialogs: [dialogs.shell.confirm],
  opens: [dialogs.teams.admin, dialogs.workspace.editAgent],
  handles: [events.auth.signedIn, events.auth.onboarded, events.chat.busyChanged],
  calls: [
    calls.session.getUser,
    calls.session.getIpInfo,
    calls.health.reportReleases,
    calls.push.publicPushKey,
    calls.push.registerBrowser,
    calls.push.fcmSubscribe,
  ],
} as const;
