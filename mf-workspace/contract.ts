import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';
import * as slots from '@atrium/shared-kernel/contracts/slots';

/** Its own dialogs, which it also opens. */
const supplied = [
  { dialog: dialogs.workspace.help, expose: './help-dialog' },
  { dialog: dialogs.workspace.editCollection, expose: './edit-collection-dialog' },
  { dialog: dialogs.workspace.buildAgent, expose: './build-agent-dialog' },
  { dialog: dialogs.workspace.editAgent, expose: './edit-agent-dialog' },
  { dialog: dialogs.workspace.shareAgent, expose: './share-agent-dialog' },
  { dialog: dialogs.workspace.search, expose: './search-dialog' },
  { dialog: dialogs.workspace.collections, expose: './collections-dialog' },
] as const;

export default defineRemote({
  name: 'mf-workspace',
  exposes: {
    './left-bar': './src/left-bar.tsx',
    './memory-bar': './src/memory-bar.tsx',
    './help-dialog': './src/help-dialog.tsx',
    './edit-collection-dialog': './src/edit-collection-dialog.tsx',
    './build-agent-dialog': './src/build-agent-dialog.tsx',
    './edit-agent-dialog': './src/edit-agent-dialog.tsx',
    './share-agent-dialog': './src/share-agent-dialog.tsx',
    './search-dialog': './src/search-dialog.tsx',
    './collections-dialog': './src/collections-dialog.tsx',
  },
  routes: [],
  fills: [
    { slot: slots.shell.left, expose: './left-bar' },
    { slot: slots.shell.right, expose: './memory-bar' },
  ],
  dialogs: supplied,
  opens: [dialogs.billing.settings, dialogs.chat.share, ...supplied.map(({ dialog }) => dialog)],
  emits: [
    events.workspace.agentSelected,
    events.workspace.collectionSelected,
    events.workspace.newChatRequested,
    events.workspace.chatRenamed,
    events.workspace.chatDeleted,
    events.workspace.collectionsChanged,
    events.workspace.agentsChanged,
  ],
  handles: [
    events.chat.created,
    events.chat.named,
    events.chat.touched,
    events.billing.settingsOpened,
    events.teams.adminOpened,
    events.teams.changed,
    events.workspace.collectionsChanged,
    events.workspace.agentsChanged,
  ],
  calls: [
    calls.chat.listChats,
    calls.chat.renameChat,
    calls.chat.duplicateChat,
    calls.chat.clearChat,
    calls.agents.listAgents,
    calls.agents.getAgent,
    calls.agents.createEditAgent,
    calls.agents.shareAgent,
    calls.agents.deleteAgent,
    calls.files.uploadUrl,
    calls.teams.getTeam,
    calls.teams.listTeams,
    calls.tags.listTags,
    calls.tags.createEditTag,
    calls.chat.focusChat,
    calls.chat.editChat,
    calls.chat.searchMessages,
    calls.memories.listMemories,
    calls.memories.deleteMemory,
    calls.help.sendHelpMessage,
  ],
});
