import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as agents from '@atrium/shared-kernel/contracts/calls/agents';
import * as chat from '@atrium/shared-kernel/contracts/calls/chat';
import * as memories from '@atrium/shared-kernel/contracts/calls/memories';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import * as workspace from './events.ts';
import * as slots from '#contracts/slots';
// Own modules or full paths: if `calls` or `events` are destructured first, the bundler keeps all of them.
const emits = {
  chosen: [workspace.agentSelected, workspace.collectionSelected, workspace.newChatRequested, workspace.messageChosen],
  changed: [workspace.chatRenamed, workspace.chatDeleted, workspace.collectionsChanged, workspace.agentsChanged],
  own: [workspace.chatsChanged, workspace.memoriesChanged, workspace.commandGiven, workspace.busyChanged],
} as const;
const handles = {
  chats: [events.chat.created, events.chat.changed, events.chat.named, events.chat.touched, events.chat.repliesChanged],
  opened: [events.billing.settingsOpened, events.teams.adminOpened, workspace.commandGiven, workspace.memoriesChanged],
  changed: [events.teams.changed, workspace.collectionsChanged, workspace.agentsChanged, workspace.chatsChanged],
} as const;
const usedCalls = {
  lists: [chat.listChats, agents.listAgents, calls.tags.listTags, calls.teams.listTeams, memories.listMemories],
  chats: [chat.renameChat, chat.duplicateChat, chat.clearChat, chat.focusChat, chat.editChat, chat.searchMessages],
  shelves: [chat.pinChat, chat.archiveChat, chat.deleteChats, chat.restoreChats, calls.tags.createEditTag],
  agents: [agents.getAgent, agents.createEditAgent, agents.shareAgent, agents.deleteAgent, calls.files.uploadUrl],
  data: [calls.data.startImport, calls.data.runImport, calls.data.cancelImport, calls.data.listImports],
  memory: [memories.addMemory, memories.editMemory, memories.deleteMemory, memories.setMemoryEnabled, chat.listModels],
  teams: [calls.teams.getTeam, calls.teams.switchActiveTeam, calls.tags.getTagContext, calls.tags.editTagContext],
  others: [calls.profile.updateUser, calls.help.sendHelpMessage, calls.help.listApps, calls.files.inspectFiles],
} as const;
const supplied = [
  { dialog: dialogs.workspace.help, expose: './help-dialog' },
  { dialog: dialogs.workspace.editCollection, expose: './edit-collection-dialog' },
  { dialog: dialogs.workspace.buildAgent, expose: './build-agent-dialog' },
  { dialog: dialogs.workspace.editAgent, expose: './edit-agent-dialog' },
  { dialog: dialogs.workspace.shareAgent, expose: './share-agent-dialog' },
  { dialog: dialogs.workspace.search, expose: './search-dialog' },
  { dialog: dialogs.workspace.collections, expose: './collections-dialog' },
  { dialog: dialogs.workspace.chooseCollection, expose: './collections-dialog' },
  { dialog: dialogs.workspace.commands, expose: './commands-dialog' },
  { dialog: dialogs.workspace.shortcuts, expose: './shortcuts-dialog' },
  { dialog: dialogs.workspace.archive, expose: './archive-dialog' },
  { dialog: dialogs.workspace.data, expose: './data-dialog' },
  { dialog: dialogs.workspace.memory, expose: './memory-dialog' },
] as const;
const pinned = { call: chat.listChats, input: { only: 'pinned' } } as const;
const linked = { call: agents.getAgent, input: { flowId: { query: 'agent' }, look: 'true' } } as const;
const opened = [dialogs.billing.settings, dialogs.chat.share, dialogs.chat.exportChats, dialogs.teams.admin] as const;
export default defineRemote({
  name: 'mf-workspace',
  exposes: {
    './left-bar': './src/left-bar/left-bar.tsx',
    './memory-bar': './src/memory/memory-bar.tsx',
    './help-dialog': './src/help/help-dialog.tsx',
    './edit-collection-dialog': './src/collections/edit-collection-dialog.tsx',
    './build-agent-dialog': './src/agents/build-agent-dialog.tsx',
    './edit-agent-dialog': './src/agents/edit-agent-dialog.tsx',
    './share-agent-dialog': './src/agents/share-agent-dialog.tsx',
    './search-dialog': './src/search/search-dialog.tsx',
    './collections-dialog': './src/collections/collections-dialog.tsx',
    './commands-dialog': './src/commands/commands-dialog.tsx',
    './shortcuts-dialog': './src/commands/shortcuts-dialog.tsx',
    './archive-dialog': './src/archive/archive-dialog.tsx',
    './data-dialog': './src/data/data-dialog.tsx',
    './memory-dialog': './src/memory/memory-dialog.tsx',
  },
  paints: { './left-bar': './src/left-bar/left-bar.static.tsx' },
  routes: [],
  fills: [
    { slot: slots.shell.left, expose: './left-bar' },
    { slot: slots.shell.right, expose: './memory-bar' },
  ],
  slots: Object.values(slots.workspace),
  dialogs: supplied,
  opens: [...opened, ...supplied.map(({ dialog }) => dialog)],
  emits: Object.values(emits).flat(),
  handles: [workspace.chatDeleted, ...Object.values(handles).flat()],
  calls: Object.values(usedCalls).flat(),
  first: { './left-bar': [chat.listChats, pinned, agents.listAgents, calls.tags.listTags, linked] },
});
