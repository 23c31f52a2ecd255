import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import * as events from '#contracts/events';
import * as slots from '#contracts/slots';

const whenDisabled = 'Chat is turned off for now. Your chats are safe. Please try again later.';
const own = [dialogs.chat.share, dialogs.chat.exportChats, dialogs.chat.zoom, dialogs.chat.context] as const;
const beside = [calls.agents.getAgent, calls.agents.getSharedTitle, calls.memories.listMemories] as const;
const answers = [calls.chat.improvePrompt, calls.chat.listModels, calls.chat.reportMessage] as const;
const versions = [calls.chat.streamFunctionReply, calls.chat.selectVersion, calls.chat.nameChat] as const;
const changed = [events.chat.named, events.chat.touched] as const;
const lists = [events.workspace.collectionsChanged, events.workspace.agentsChanged] as const;
const reads = [calls.chat.getChat, calls.chat.getSharedChat, calls.chat.getMessage] as const;
const chats = [events.workspace.chatRenamed, events.workspace.chatDeleted, events.workspace.chatsChanged] as const;
const context = [calls.chat.readContext, calls.chat.saveSummary, calls.chat.pinMessage, calls.chat.keepChat] as const;
const shares = [calls.chat.shareChat, calls.chat.listShares, calls.chat.revokeShare] as const;
const files = [calls.files.uploadUrl, calls.files.inspectFiles, calls.files.objectFromPresignedUrl] as const;
const replies = [calls.chat.streamReply, calls.chat.followReply, calls.chat.stopReply] as const;
const opened = { call: calls.chat.getChat, input: { chatId: { query: 'chat' }, part: 'end' } } as const;
const shared = { call: calls.chat.getSharedChat, input: { messageId: { query: 'id' } } } as const;

/** The chat screen: welcome, thread and composer in the centre of the main screen. */
export default defineRemote({
  name: 'mf-chat',
  exposes: {
    './chat-screen': './src/screen/chat-screen.tsx',
    './share-dialog': './src/share/share-dialog.tsx',
    './export-dialog': './src/export/export-dialog.tsx',
    './zoom-dialog': './src/zoom/zoom-dialog.tsx',
    './context-dialog': './src/context/context-dialog.tsx',
    './models-dialog': './src/models/models-dialog.tsx',
  },
  paints: { './chat-screen': './src/screen/chat-screen.static.tsx' },
  routes: [],
  fills: [{ slot: slots.shell.main, expose: './chat-screen', whenDisabled }],
  slots: Object.values(slots.chat),
  dialogs: [
    { dialog: dialogs.chat.share, expose: './share-dialog' },
    { dialog: dialogs.chat.exportChats, expose: './export-dialog' },
    { dialog: dialogs.chat.zoom, expose: './zoom-dialog' },
    { dialog: dialogs.chat.context, expose: './context-dialog' },
    { dialog: dialogs.chat.models, expose: './models-dialog' },
  ],
  opens: [...own, dialogs.chat.models, dialogs.workspace.collections, dialogs.workspace.editAgent],
  emits: [
    events.chat.created,
    events.chat.changed,
    ...changed,
    events.chat.opened,
    events.chat.busyChanged,
    events.chat.repliesChanged,
  ],
  handles: [
    events.workspace.agentSelected,
    events.workspace.collectionSelected,
    events.workspace.newChatRequested,
    events.workspace.messageChosen,
    ...chats,
    ...lists,
    ...changed,
    events.shell.messagesChanged,
  ],
  calls: [
    calls.chat.listChats,
    calls.chat.focusChat,
    calls.chat.duplicateChat,
    calls.tags.removeFromChat,
    ...beside,
    ...reads,
    ...replies,
    ...versions,
    ...answers,
    ...context,
    ...shares,
    calls.files.generateDocument,
    ...files,
  ],
  first: { './chat-screen': [opened, shared] },
});
