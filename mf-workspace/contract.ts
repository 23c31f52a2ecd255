import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import * as events from '@atrium/shared-kernel/contracts/events';
import * as slots from '@atrium/shared-kernel/contracts/slots';

// Named from the top: what is taken out of `calls` or `events` first, the build keeps whole.
const emits = {
  chosen: [
    events.workspace.agentSelected,
    events.workspace.collectionSelected,
    events.workspace.newChatRequested,
    events.workspace.messageChosen,
  ],
  changed: [
    events.workspace.chatRenamed,
    events.workspace.chatDeleted,
    events.workspace.collectionsChanged,
    events.workspace.agentsChanged,
  ],
  own: [events.workspace.chatsChanged, events.workspace.memoriesChanged, events.workspace.commandGiven],
} as const;
const handles = {
  chats: [events.chat.created, events.chat.changed, events.chat.named, events.chat.touched],
  opened: [
    events.billing.settingsOpened,
    events.teams.adminOpened,
    events.workspace.commandGiven,
    events.workspace.memoriesChanged,
  ],
  changed: [
    events.teams.changed,
    events.workspace.collectionsChanged,
    events.workspace.agentsChanged,
    events.workspace.chatsChanged,
  ],
} as const;
const made = {
  lists: [
    calls.chat.listChats,
    calls.agents.listAgents,
    calls.tags.listTags,
    calls.teams.listTeams,
    calls.memories.listMemories,
  ],
  chats: [
    calls.chat.renameChat,
    calls.chat.duplicateChat,
    calls.chat.clearChat,
    calls.chat.focusChat,
    calls.chat.editChat,
    calls.chat.searchMessages,
  ],
  shelves: [calls.chat.pinChat, calls.chat.archiveChat, calls.chat.deleteChats, calls.chat.restoreChats],
  agents: [
    calls.agents.getAgent,
    calls.agents.createEditAgent,
    calls.agents.shareAgent,
    calls.agents.deleteAgent,
    calls.files.uploadUrl,
  ],
  data: [calls.data.startImport, calls.data.runImport, calls.data.listImports, calls.profile.updateUser],
  memories: [
    calls.memories.addMemory,
    calls.memories.editMemory,
    calls.memories.deleteMemory,
    calls.memories.setMemoryEnabled,
  ],
  others: [calls.teams.getTeam, calls.teams.switchActiveTeam, calls.tags.createEditTag, calls.help.sendHelpMessage],
} as const;

/** Its own dialogs, which it also opens. */
const supplied = [
  { dialog: dialogs.workspace.help, expose: './help-dialog' },
  { dialog: dialogs.workspace.editCollection, expose: './edit-collection-dialog' },
  { dialog: dialogs.workspace.buildAgent, expose: './build-agent-dialog' },
  { dialog: dialogs.workspace.editAgent, expose: './edit-agent-dialog' },
  { dialog: dialogs.workspace.shareAgent, expose: './share-agent-dialog' },
  { dialog: dialogs.workspace.search, expose: './search-dialog' },
  { dialog: dialogs.workspace.collections, expose: './collections-dialog' },
  { dialog: dialogs.workspace.commands, expose: './commands-dialog' },
  { dialog: dialogs.workspace.shortcuts, expose: './shortcuts-dialog' },
  { dialog: dialogs.workspace.archive, expose: './archive-dialog' },
  { dialog: dialogs.workspace.data, expose: './data-dialog' },
  { dialog: dialogs.workspace.memory, expose: './memory-dialog' },
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
    './commands-dialog': './src/commands-dialog.tsx',
    './shortcuts-dialog': './src/shortcuts-dialog.tsx',
    './archive-dialog': './src/archive-dialog.tsx',
    './data-dialog': './src/data-dialog.tsx',
    './memory-dialog': './src/memory-dialog.tsx',
  },
  routes: [],
  fills: [
    { slot: slots.shell.left, expose: './left-bar' },
    { slot: slots.shell.right, expose: './memory-bar' },
  ],
  dialogs: supplied,
  opens: [dialogs.billing.settings, dialogs.chat.share, dialogs.teams.admin, ...supplied.map(({ dialog }) => dialog)],
  emits: Object.values(emits).flat(),
  handles: Object.values(handles).flat(),
  calls: Object.values(made).flat(),
});
