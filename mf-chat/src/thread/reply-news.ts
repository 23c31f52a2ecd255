import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import * as events from '#contracts/events';
import type { Draft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { AfterReply } from './after-reply.ts';
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
  const { bus } = remote;

  /** The code that asks the service for what it made of a message: nobody waits for that to read the answer. */
  const afterwards = (ask: (code: AfterReply) => Promise<void>) =>
    import('./deferred-commands.ts').then(
      ({ createAfterReply }) => ask(createAfterReply(remote, threads)),
      // The next message names the chat; the note can be played all the same.
      () => undefined,
    );

  return (before: Thread, chosen: Selection, draft: Draft, items: readonly ReplyItem[]) => {
    const { key: threadKey, chatId, shareId, title, fn, temporary } = before;
    for (const item of items) {
      if (item.type === 'id' && threads.get(threadKey)?.messages.some((one) => one._id === item.id && one.stopping))
        identified(item.id);
      if (item.type === 'id' && draft.voiceNote !== undefined)
        void afterwards((code) => code.showTranscript(threadKey, item.id));
      if (item.type !== 'chatId') continue;
      if (chatId === undefined) {
        // One that is in no list is no news for whoever shows them.
        if (!temporary)
          bus.emit(events.chat.created, { chat: bareChat(item.chatId, draft.modes.secure, before, chosen) });
        if (shareId === undefined && !fn)
          threads.change(threadKey, (thread) => ({
            ...thread,
            flow: chosen.flow,
            home: temporary ? undefined : chosen.tag,
          }));
        made(threadKey, item.chatId, shareId !== undefined);
      } else if (!temporary)
        bus.emit(events.chat.touched, { chatId: item.chatId, lastUpdate: new Date().toISOString() });
      // Also a later message, where no name came for the first one.
      if (title === '' && !temporary) void afterwards((code) => code.name(threadKey, item.chatId, draft, fn));
    }
  };
};
