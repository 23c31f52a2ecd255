import * as calls from '@atrium/shared-kernel/contracts/calls';
import { messagesChanged } from '../../events.ts';
import { chatRenamed } from '#contracts/events/workspace';
import type { Client, Host, Outbox, WaitingChange } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, map } from 'rxjs';
import type { WaitingItem } from './database.ts';
import { isMessage, type WaitingQueue } from './waiting-queue.ts';

interface Parts extends Pick<Host, 'bus' | 'attribution'> {
  readonly queue: WaitingQueue;
  readonly client: Pick<Client, 'call'>;
}

const textOf = ({ input: { prompt } }: Pick<WaitingItem, 'input'>) => (typeof prompt === 'string' ? prompt : '');

const asChange = (item: WaitingItem): WaitingChange => {
  const { id, words, state, reason, subjects, thread, draft, input } = item;
  const change = { id, words, state, reason, subjects };
  if (!isMessage(item) || thread === undefined || draft === undefined) return change;
  const chatId = typeof input['id'] === 'string' ? input['id'] : undefined;
  return { ...change, message: { text: textOf(item), chatId, thread, draft } };
};

const maxWords = 60;

/** The queue as remotes see it. `sent` is to be called after a change of the queue was sent. */
export const createOutbox = ({ queue, client, bus, attribution }: Parts) => {
  const waiting$ = new BehaviorSubject<readonly WaitingChange[]>([]);
  queue.items$.pipe(map((items) => items.map(asChange))).subscribe(waiting$);

  const outbox: Outbox = {
    waiting$,
    chatCreated$: queue.chatCreated$,
    begun$: queue.chatCreated$,
    async addMessage({ input, thread, draft }) {
      if ('secureMode' in input && input.secureMode === true) return false;
      const sendId = input.sendId ?? crypto.randomUUID();
      const line = input.prompt.trim().replaceAll(/\s+/gu, ' ');
      const item = {
        call: calls.chat.streamReply.name,
        input: { ...input, sendId },
        sets: `message ${sendId}`,
        subjects: [input.id ?? thread],
        words: `Send “${line.length > maxWords ? `${line.slice(0, maxWords - 1)}…` : line || 'files'}”`,
        thread,
        draft,
      };
      return (await queue.after((store, person) => store.add(person, item))) ?? false;
    },
    cancel: queue.cancel,
  };

  /** Names a chat as the chat screen names one that it created (B4.08). */
  const name = async (chatId: string, item: WaitingItem) => {
    const { files } = item.input;
    const fileMetadata = Array.isArray(files)
      ? files.map((file: { name: string; type: string }) => ({
          name: file.name.slice(0, 255),
          type: file.type.slice(0, 127),
        }))
      : [];
    const request = { chatId, prompt: textOf(item), uuid: attribution.uuid };
    const { chat } = await client.call(calls.chat.nameChat, {
      ...request,
      ...(fileMetadata.length > 0 ? { fileMetadata } : {}),
    });
    bus.emit(chatRenamed, { chatId, title: chat.title });
  };

  const sent = async (item: WaitingItem, chatId: string | undefined): Promise<void> => {
    if (!isMessage(item) || chatId === undefined) return;
    bus.emit(messagesChanged, { chatIds: [chatId] });
    if (item.input['id'] !== undefined || item.thread === undefined) return;
    queue.announce({ thread: item.thread, chatId });
    // The chat stays untitled until its person or the next message names it.
    await name(chatId, item).catch(() => undefined);
  };

  return { outbox, sent };
};
