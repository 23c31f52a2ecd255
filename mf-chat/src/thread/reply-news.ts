import { isCallFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '@atrium/shared-kernel/contracts/events';
import { type Draft, fileMetadata } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { Selection } from './selection.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

export interface ReplyNewsParts {
  readonly remote: ChatRemote;
  readonly threads: Threads;
  /** The service named a reply that the person wants stopped. */
  readonly identified: (messageId: string) => void;
  /** The first message made this chat; `copied`: of one that was shared. */
  readonly made: (threadKey: string, chatId: string, copied: boolean) => void;
}

/** A chat that was just made, as its sender knows it. */
const bareChat = (chatId: string, secure: boolean, thread: Thread, { flow, tag }: Selection): Chat => {
  const { title, sharedBy, shareId, fn } = thread;
  const now = new Date().toISOString();
  const bare = { _id: chatId, title, secure, createdDate: now, lastUpdate: now, new: true };
  if (shareId !== undefined) return { ...bare, tags: [], sharedBy };
  if (fn) return { ...bare, tags: [], function: fn };
  return { ...bare, tags: tag ? [tag] : [], ...(flow ? { flow } : {}) };
};

/** Emits what others need to know of a reply that arrives: its id, its chat, and the chat's name. */
export const createReplyNews = ({ remote, threads, identified, made }: ReplyNewsParts) => {
  const { client, bus, attribution, scope } = remote;

  const name = async (threadKey: string, chatId: string, { text: prompt, files }: Draft, fnName: Thread['fn']) => {
    try {
      const { chat } = await client.call(
        calls.chat.nameChat,
        {
          chatId,
          prompt,
          uuid: attribution.uuid,
          ...(fnName ? { fnName } : {}),
          ...(files.length > 0 ? { fileMetadata: fileMetadata(files) } : {}),
        },
        { signal: scope.signal },
      );
      threads.change(threadKey, (thread) => ({ ...thread, title: chat.title, fresh: true }));
      bus.emit(events.chat.named, { chatId, title: chat.title });
    } catch (error) {
      // The chat stays 'Untitled chat' until the person or the next message names it.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  /** The transcript of a voice note is the message's prompt; the service has it first. */
  const showTranscript = async (threadKey: string, id: string) => {
    try {
      const { prompt, fromNote } = await client.call(calls.chat.getMessage, { id }, { signal: scope.signal });
      const key = threads.get(threadKey)?.messages.find((one) => one._id === id)?.key;
      if (key) threads.changeMessage(threadKey, key, (one) => ({ ...one, prompt, fromNote }));
    } catch (error) {
      // The note can be played all the same, and the next visit shows its words.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  return (before: Thread, chosen: Selection, draft: Draft, items: readonly ReplyItem[]) => {
    const { key: threadKey, chatId, shareId, title, fn } = before;
    for (const item of items) {
      if (item.type === 'id' && threads.get(threadKey)?.messages.some((one) => one._id === item.id && one.stopping))
        identified(item.id);
      if (item.type === 'id' && draft.voiceNote !== undefined) void showTranscript(threadKey, item.id);
      if (item.type !== 'chatId') continue;
      if (chatId === undefined) {
        bus.emit(events.chat.created, { chat: bareChat(item.chatId, draft.modes.secure, before, chosen) });
        const { flow } = chosen;
        if (flow && shareId === undefined && !fn) threads.change(threadKey, (thread) => ({ ...thread, flow }));
        made(threadKey, item.chatId, shareId !== undefined);
      } else bus.emit(events.chat.touched, { chatId: item.chatId, lastUpdate: new Date().toISOString() });
      // Also a later message, where no name came for the first one.
      if (title === '') void name(threadKey, item.chatId, draft, fn);
    }
  };
};
