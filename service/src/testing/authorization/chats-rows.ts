import type { Row } from './row.ts';

const prompt = 'Which tea?';
const userFile = (url: string) => ({ _id: 'f1', name: 'tea.txt', type: 'text/plain', url });

export const chatsRows = {
  'agents.getAgent': {
    own: async (t, o) => ({ flowId: await t.agent(o) }),
    foreign: { agent: async (t, o) => ({ flowId: await t.agent(o) }) },
  },
  'agents.getSharedTitle': { own: () => ({ flowId: '0123456789abcdef01234567' }), status: 404 },
  'agents.listAgents': {},
  'agents.createEditAgent': {
    own: async (t, o) => ({ flowId: await t.agent(o), title: 'Captain', instruction: 'Lead.' }),
    foreign: {
      agent: async (t, o) => ({ flowId: await t.agent(o), title: 'Mine now', instruction: 'Obey.' }),
      team: async (_t, o) => ({ teamId: o.teamId, title: 'Ours', instruction: 'Obey.' }),
      file: async (t, o) => ({
        title: 'Reader',
        instruction: 'Read.',
        files: [{ name: 'tea.txt', type: 'text/plain', url: await t.file(o) }],
      }),
    },
  },
  'agents.shareAgent': {
    // Without a plan, sharing can only be stopped.
    own: async (t, o) => ({ flowId: await t.agent(o), shared: false }),
    foreign: { agent: async (t, o) => ({ flowId: await t.agent(o), shared: true }) },
  },
  'agents.deleteAgent': {
    own: async (t, o) => ({ flowId: await t.agent(o) }),
    foreign: {
      agent: async (t, o) => ({ flowId: await t.agent(o) }),
      successor: async (t, o, actor) => ({ flowId: await t.agent(actor), replacedBy: await t.agent(o) }),
    },
  },
  'chat.getChat': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: {
      chat: async (t, o) => ({ chatId: await t.chat(o) }),
      message: async (t, o, actor) => ({ chatId: await t.chat(actor), before: await t.message(o) }),
    },
  },
  'chat.getSharedChat': { own: () => ({ messageId: 'a-link-that-nobody-made' }), status: 404 },
  'chat.getMessage': {
    own: async (t, o) => ({ id: await t.message(o) }),
    foreign: { message: async (t, o) => ({ id: await t.message(o) }) },
  },
  'chat.listChats': { own: async (t, o) => ({ tagId: await t.tag(o) }) },
  'chat.searchMessages': { own: () => ({ searchTerm: 'tea' }) },
  'chat.streamReply': {
    own: async (t, o) => ({ id: await t.chat(o), prompt }),
    foreign: {
      chat: async (t, o) => ({ id: await t.chat(o), prompt }),
      message: async (t, o, actor) => ({ id: await t.chat(actor), replaces: await t.message(o), prompt }),
      'message before': async (t, o, actor) => ({ id: await t.chat(actor), after: await t.message(o), prompt }),
      collection: async (t, o) => ({ tagId: await t.tag(o), prompt }),
      agent: async (t, o) => ({ flowId: await t.agent(o), prompt }),
      link: async () => ({ shareId: 'a-link-that-nobody-made', prompt }),
      file: async (t, o) => ({ files: [userFile(await t.file(o))], prompt }),
      'voice note': async (t, o) => ({ voiceNote: await t.file(o), prompt: '' }),
    },
  },
  'chat.streamFunctionReply': {
    own: () => ({ prompt, fnName: 'agentCreator' }),
    foreign: { chat: async (t, o) => ({ id: await t.chat(o), prompt, fnName: 'agentCreator' }) },
  },
  'chat.followReply': {
    own: async (t, o) => ({ messageId: await t.message(o) }),
    foreign: { message: async (t, o) => ({ messageId: await t.message(o) }) },
  },
  'chat.stopReply': {
    own: async (t, o) => ({ messageId: await t.message(o) }),
    foreign: { message: async (t, o) => ({ messageId: await t.message(o) }) },
  },
  'chat.nameChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), prompt }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o), prompt }) },
  },
  'chat.improvePrompt': {
    own: () => ({ prompt }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o), prompt }) },
  },
  'chat.listModels': {},
  'chat.keepChat': {
    own: async (t, o) => ({ chatId: await t.temporaryChat(o), open: true }),
    foreign: { chat: async (t, o) => ({ chatId: await t.temporaryChat(o), open: false }) },
  },
  'chat.focusChat': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o) }) },
  },
  'chat.duplicateChat': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o) }) },
  },
  'chat.renameChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), title: 'Leaves' }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o), title: 'Mine' }) },
  },
  'chat.clearChat': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o) }) },
  },
  'chat.editChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), tags: [await t.tag(o)] }),
    foreign: {
      chat: async (t, o, actor) => ({ chatId: await t.chat(o), tags: [await t.tag(actor)] }),
      collection: async (t, o, actor) => ({ chatId: await t.chat(actor), tags: [await t.tag(o)] }),
    },
  },
  'chat.pinChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), pinned: true }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o), pinned: true }) },
  },
  'chat.archiveChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), archived: true }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o), archived: true }) },
  },
  'chat.deleteChats': {
    own: async (t, o) => ({ chatIds: [await t.chat(o)] }),
    foreign: { chat: async (t, o) => ({ chatIds: [await t.chat(o)] }) },
  },
  'chat.restoreChats': {
    own: async (t, o) => ({ chatIds: [await t.deletedChat(o)] }),
    foreign: { chat: async (t, o) => ({ chatIds: [await t.deletedChat(o)] }) },
  },
  'chat.shareChat': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: { chat: async (t, o) => ({ chatId: await t.chat(o) }) },
  },
  'chat.listShares': {},
  'chat.revokeShare': {
    own: async (t, o) => ({ shareId: await t.share(o) }),
    foreign: { link: async (t, o) => ({ shareId: await t.share(o) }) },
  },
  'chat.selectVersion': {
    own: async (t, o) => ({ messageId: await t.message(o) }),
    foreign: { message: async (t, o) => ({ messageId: await t.message(o) }) },
  },
  'chat.readContext': {
    own: async (t, o) => ({ chatId: await t.chat(o) }),
    foreign: {
      chat: async (t, o) => ({ chatId: await t.chat(o) }),
      message: async (t, o, actor) => ({ chatId: await t.chat(actor), messageId: await t.message(o) }),
    },
  },
  'chat.saveSummary': {
    own: async (t, o) => ({ chatId: await t.summarized(o), text: 'Tea was chosen.' }),
    foreign: { chat: async (t, o) => ({ chatId: await t.summarized(o), text: 'Mine.' }) },
  },
  'chat.pinMessage': {
    own: async (t, o) => ({ messageId: await t.message(o), pinned: true }),
    foreign: { message: async (t, o) => ({ messageId: await t.message(o), pinned: true }) },
  },
  'chat.reportMessage': {
    own: async (t, o) => ({ chatMessage: await t.message(o) }),
    foreign: { message: async (t, o) => ({ chatMessage: await t.message(o) }) },
  },
  'files.uploadUrl': {
    own: () => ({ fileType: 'text/plain', folder: 'chatFiles' }),
    // Without a plan, only pictures can be uploaded.
    status: { free: 403, others: 200 },
  },
  'files.inspectFiles': {
    own: async (t, o) => ({ files: [{ name: 'a.txt', url: await t.file(o) }] }),
    foreign: { file: async (t, o) => ({ files: [{ name: 'a.txt', url: await t.file(o) }] }) },
  },
  'files.objectFromPresignedUrl': {
    own: async (t, o) => ({ identifierString: await t.file(o) }),
    without: ['visitor'],
    foreign: { file: async (t, o) => ({ identifierString: await t.file(o) }) },
  },
  'files.generateDocument': { own: () => ({ type: 'pdf', title: 'Tea', markdown: '# Tea' }) },
  'memories.listMemories': {},
  'memories.deleteMemory': {
    own: async (t, o) => ({ memoryId: await t.memory(o) }),
    foreign: { memory: async (t, o) => ({ memoryId: await t.memory(o) }) },
  },
  'memories.addMemory': { own: () => ({ memory: 'Drinks tea.' }) },
  'memories.editMemory': {
    own: async (t, o) => ({ memoryId: await t.memory(o), memory: 'Drinks coffee.' }),
    foreign: { memory: async (t, o) => ({ memoryId: await t.memory(o), memory: 'Mine.' }) },
  },
  'memories.setMemoryEnabled': { own: () => ({ enabled: false }) },
  'data.startImport': { own: () => ({ name: 'export.zip', size: 1000 }) },
  'data.runImport': {
    own: async (t, o) => ({ importId: await t.import(o) }),
    foreign: { import: async (t, o) => ({ importId: await t.import(o) }) },
  },
  'data.cancelImport': {
    own: async (t, o) => ({ importId: await t.import(o) }),
    foreign: { import: async (t, o) => ({ importId: await t.import(o) }) },
  },
  'data.listImports': {},
  'tags.listTags': {},
  'tags.createEditTag': {
    own: async (t, o) => ({ tagId: await t.tag(o), name: 'Home', chatId: await t.chat(o) }),
    foreign: {
      collection: async (t, o) => ({ tagId: await t.tag(o), name: 'Mine' }),
      chat: async (t, o) => ({ name: 'Mine', chatId: await t.chat(o) }),
    },
  },
  'tags.getTagContext': {
    own: async (t, o) => ({ tagId: await t.tag(o) }),
    foreign: { collection: async (t, o) => ({ tagId: await t.tag(o) }) },
  },
  'tags.editTagContext': {
    own: async (t, o) => ({ tagId: await t.tag(o), instruction: 'Rhyme.', files: [] }),
    foreign: {
      collection: async (t, o) => ({ tagId: await t.tag(o), instruction: 'Obey.', files: [] }),
      file: async (t, o, actor) => ({
        tagId: await t.tag(actor),
        instruction: '',
        files: [{ name: 'tea.txt', type: 'text/plain', url: await t.file(o) }],
      }),
    },
  },
  'tags.removeFromChat': {
    own: async (t, o) => ({ chatId: await t.chat(o), tagId: await t.tag(o) }),
    foreign: { chat: async (t, o, actor) => ({ chatId: await t.chat(o), tagId: await t.tag(actor) }) },
  },
} as const satisfies Readonly<Record<string, Row>>;
