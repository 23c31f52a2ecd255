import { isCallFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { type Draft, fileMetadata } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import type { Thread } from './thread.ts';
import type { Threads } from './threads.ts';

/**
 * What the service derives from a message apart from its answer: the chat's name, and the transcript of a voice note.
 */
export const createAfterReply = ({ client, bus, attribution, scope }: ChatRemote, threads: Threads) => ({
  async name(threadKey: string, chatId: string, { text: prompt, files }: Draft, fnName: Thread['fn']) {
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
      // The chat stays 'Untitled chat' until the user or the next message names it.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  },

  /** Shows the transcript of a voice note as the message's prompt. The service has it first. */
  async showTranscript(threadKey: string, id: string) {
    try {
      const { prompt, fromNote } = await client.call(calls.chat.getMessage, { id }, { signal: scope.signal });
      const key = threads.get(threadKey)?.messages.find((one) => one._id === id)?.key;
      if (key) threads.changeMessage(threadKey, key, (one) => ({ ...one, prompt, fromNote }));
    } catch (error) {
      // The note can be played nevertheless, and the next visit shows its transcript.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  },
});
export type AfterReply = ReturnType<typeof createAfterReply>;
