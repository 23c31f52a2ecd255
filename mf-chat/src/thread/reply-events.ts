import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '#contracts/events';
import type { Draft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { AfterReply } from './after-reply.ts';
import type { Selection } from './selection.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

export interface ReplyEventsParts {
  readonly remote: ChatRemote;
  readonly threads: Threads;
  /** Called with the id that the service assigned to a reply that the user wants stopped. */
  readonly onIdentified: (messageId: string) => void;
  /** Called when the first message has created a chat. `copied`: from a shared one. */
  readonly onChatCreated: (threadKey: string, chatId: string, copied: boolean) => void;
  /** Loads the code that asks the service for what it derived from a message. */
  readonly loadAfterReply: () => Promise<AfterReply>;
}

/** A chat that was just created, as far as its sender knows it. */
const bareChat = (chatId: string, secure: boolean, thread: Thread, { flow, tag }: Selection): Chat => {
  const { title, sharedBy, shareId, fn } = thread;
  const now = new Date().toISOString();
  const bare = { _id: chatId, title, secure, createdDate: now, lastUpdate: now, new: true };
  if (shareId !== undefined) return { ...bare, tags: [], sharedBy };
  if (fn) return { ...bare, tags: [], function: fn };
  return { ...bare, tags: tag ? [tag] : [], ...(flow ? { flow } : {}) };
};

/** Emits what others need to know about a reply that arrives: its id, its chat, and the chat's name. */
export const createReplyEvents = ({
  remote: { bus },
  threads,
  onIdentified,
  onChatCreated,
  loadAfterReply,
}: ReplyEventsParts) => {
  /** Reading the answer does not wait for it. */
  const afterwards = (run: (code: AfterReply) => Promise<void>) =>
    // Without that code, the next message names the chat, and the note can be played nevertheless.
    loadAfterReply().then(run, () => undefined);

  return (before: Thread, chosen: Selection, draft: Draft, items: readonly ReplyItem[]) => {
    const { key: threadKey, chatId, shareId, title, fn, temporary } = before;
    for (const item of items) {
      if (item.type === 'id' && threads.get(threadKey)?.messages.some((one) => one._id === item.id && one.stopping))
        onIdentified(item.id);
      if (item.type === 'id' && draft.voiceNote !== undefined)
        void afterwards((code) => code.showTranscript(threadKey, item.id));
      if (item.type !== 'chatId') continue;
      if (chatId === undefined) {
        // A temporary chat is in no list, so nobody needs to know of it.
        if (!temporary)
          bus.emit(events.chat.created, { chat: bareChat(item.chatId, draft.modes.secure, before, chosen) });
        if (shareId === undefined && !fn)
          threads.change(threadKey, (thread) => ({
            ...thread,
            flow: chosen.flow,
            home: temporary ? undefined : chosen.tag,
          }));
        onChatCreated(threadKey, item.chatId, shareId !== undefined);
      } else if (!temporary)
        bus.emit(events.chat.touched, { chatId: item.chatId, lastUpdate: new Date().toISOString() });
      // Also for a later message, if the first one got no name.
      if (title === '' && !temporary) void afterwards((code) => code.name(threadKey, item.chatId, draft, fn));
    }
  };
};
