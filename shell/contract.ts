import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';

/** The shell's public surface: what remotes fill and open, and what the shell itself listens to and calls. */
export default {
  name: 'shell',
  // HTML that is in the page before any script has loaded. The edge composes it with the static parts of remotes.
  paints: {
    './main-screen': './src/frame/main-screen.static.tsx',
    './page': './src/frame/page.static.tsx',
  },
  slots: [slots.shell.left, slots.shell.main, slots.shell.right],
  dialogs: [dialogs.shell.confirm],
  opens: [dialogs.teams.admin, dialogs.workspace.editAgent],
  handles: [events.auth.signedIn, events.auth.onboarded, events.chat.busyChanged, events.workspace.busyChanged],
  emits: [
    events.shell.messagesChanged,
    // Changes from another tab or device, which the shell emits as the owners' own events.
    events.workspace.chatsChanged,
    events.workspace.chatDeleted,
    events.workspace.chatRenamed,
    events.workspace.memoriesChanged,
  ],
  calls: [
    calls.session.getUser,
    calls.session.getIpInfo,
    calls.health.reportReleases,
    calls.push.publicPushKey,
    calls.push.registerBrowser,
    calls.push.fcmSubscribe,
    calls.changes.followChanges,
    calls.chat.focusChat,
    calls.chat.restoreChats,
    // Changes that waited for the network.
    calls.chat.streamReply,
    calls.chat.nameChat,
    calls.chat.renameChat,
    calls.chat.pinChat,
    calls.chat.editChat,
    calls.tags.removeFromChat,
    calls.tags.createEditTag,
    calls.memories.addMemory,
    calls.memories.editMemory,
    calls.memories.deleteMemory,
  ],
} as const;
