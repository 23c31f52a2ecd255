import { promptHelpNeedsWords, secureExcludesHelp } from '../sentences.ts';
import * as z from 'zod/mini';
import type * as calls from '../calls/chat.ts';
import { badGateway, badRequest, conflict, decisive, limited, notFound, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';
import { attaching } from './files.ts';
import { budgets, spending } from './spending.ts';
import { modes, voice } from './modes.ts';

export const failures = {
  'unknown-chat': notFound('This chat does not exist.'),
  'unknown-chats': notFound('These chats do not exist.'),
  'chats-not-restorable': notFound('These chats can no longer be restored.'),
  'unknown-message': notFound('This message does not exist.'),
  'unknown-share': notFound('This link does not exist.'),
  'no-longer-shared': notFound('This chat is no longer shared.'),
  'nothing-to-share': badRequest('There is nothing to share yet.'),
  'secure-chat-not-shareable': badRequest('A secure chat cannot be shared.'),
  'chat-not-shareable': badRequest('This chat cannot be shared.'),
  'secure-chat-not-copyable': badRequest('A secure chat cannot be duplicated.'),
  'chat-not-copyable': badRequest('This chat cannot be duplicated.'),
  'temporary-chat': badRequest('A temporary chat can’t be named, shared or added to your chats.'),
  'already-reported': decisive(badRequest('You have already reported this content.')),
  'too-many-pins': badRequest(
    ({ limit }) => `You can pin up to ${limit} chats. Please unpin one first.`,
    () => z.object({ limit: z.int() }),
  ),
  'too-many-pinned-messages': badRequest(
    ({ limit }) => `You can keep up to ${limit} messages of a chat in context. Please take one out first.`,
    () => z.object({ limit: z.int() }),
  ),
  'nothing-to-summarize': badRequest('This chat does not need a summary yet.'),
  'secure-prompt-help': badRequest(secureExcludesHelp),
  'prompt-help-without-words': badRequest(promptHelpNeedsWords),
  'too-many-prompt-helps': rateLimited('You’re requesting prompt help too quickly. Please wait.'),
  'prompt-help-failed': badGateway('Prompt help is not available right now. Please try again.'),
  ...budgets,
  'empty-message': badRequest('Please write a message.'),
  'unknown-model': badRequest('This model is not available to you. Choose another one.'),
  'unknown-function': badRequest('The name of the function is missing.'),
  'chat-builds-agent': badRequest('This chat builds an agent.'),
  'chat-builds-no-agent': badRequest('This chat does not build an agent.'),
  'agent-needs-own-chat': badRequest('An agent is built in a chat of its own.'),
  'still-answering': conflict('This message is still being answered. Stop the answer, or wait until it’s done.'),
  'too-many-sends': rateLimited('You’re sending messages too quickly. Please wait a moment.'),
  'too-many-replies': limited(({ limit }) =>
    limit === 1
      ? 'A reply is still running. Stop it, or wait until it’s done.'
      : `You have ${limit} replies running. Stop one, or wait until one is done.`,
  ),
} as const;

const sharing = ['temporary-chat', 'secure-chat-not-shareable', 'chat-not-shareable', 'nothing-to-share'] as const;
const sending = [
  ...attaching,
  ...modes,
  ...voice,
  'empty-message',
  'unknown-chat',
  'unknown-message',
  'unknown-tag',
  'unknown-agent',
  'no-longer-shared',
  'chat-builds-agent',
  'chat-builds-no-agent',
  'agent-needs-own-chat',
  'temporary-chat',
  'still-answering',
  'unknown-model',
  'too-many-sends',
  'too-many-replies',
  ...spending,
] as const;

export const failsWith = {
  getChat: ['unknown-chat', 'unknown-message'],
  getSharedChat: ['no-longer-shared'],
  getMessage: ['unknown-message'],
  listChats: [],
  searchMessages: [],
  listModels: [],
  nameChat: ['unknown-chat', 'temporary-chat'],
  improvePrompt: [
    'unknown-chat',
    'secure-prompt-help',
    'prompt-help-without-words',
    'too-many-prompt-helps',
    'prompt-help-failed',
    ...spending,
  ],
  focusChat: ['unknown-chat'],
  duplicateChat: [
    'unknown-chat',
    'temporary-chat',
    'secure-chat-not-copyable',
    'chat-not-copyable',
    'no-longer-shared',
  ],
  renameChat: ['unknown-chat', 'temporary-chat'],
  clearChat: ['unknown-chat'],
  keepChat: ['unknown-chat'],
  pinChat: ['unknown-chat', 'temporary-chat', 'too-many-pins'],
  archiveChat: ['unknown-chat', 'temporary-chat'],
  deleteChats: ['unknown-chats'],
  restoreChats: ['chats-not-restorable'],
  editChat: ['unknown-chat', 'unknown-tag', 'temporary-chat'],
  shareChat: ['unknown-chat', 'unknown-message', ...sharing],
  listShares: [],
  revokeShare: ['unknown-share'],
  reportMessage: ['unknown-message', 'already-reported'],
  streamReply: sending,
  streamFunctionReply: [...sending, 'unknown-function'],
  followReply: ['unknown-message'],
  stopReply: ['unknown-message'],
  selectVersion: ['unknown-chat', 'unknown-message'],
  readContext: ['unknown-chat', 'unknown-message'],
  saveSummary: ['unknown-chat', 'nothing-to-summarize'],
  pinMessage: ['unknown-chat', 'unknown-message', 'too-many-pinned-messages'],
} as const satisfies FailsWith<typeof calls>;
