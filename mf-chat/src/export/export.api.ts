import * as calls from '@atrium/shared-kernel/contracts/calls';
import { isFailure } from '@atrium/shared-kernel/failure';
import { chatFileName, chatHeading, exchangeMarkdown, secureNote } from '@atrium/shared-kernel/markdown/chat-markdown';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChatRemote, useHost } from '../remote.ts';

/** A chat rendered as text. */
export interface WrittenChat {
  readonly id: string;
  readonly title: string;
  readonly secure: boolean;
  /** The name of its file, without an extension. */
  readonly name: string;
  /** Its messages, without a heading. */
  readonly text: string;
}

/** The whole Markdown document of a chat. */
export const documentOf = ({ title, secure, text }: WrittenChat): string =>
  chatHeading({ title }) + (secure ? secureNote : '') + text;

const nameOnly = (name: string): string => name.replaceAll(/[[\]\\\n]/g, ' ');

const writeChat = async (
  client: ChatRemote['client'],
  chatId: string,
  { booktAdmin, signal }: { readonly booktAdmin: boolean; readonly signal: AbortSignal },
): Promise<WrittenChat> => {
  const { chat, messages } = await client.call(calls.chat.getChat, { chatId }, { signal });
  const title = chat?.title.trim() || 'Untitled chat';
  const createdDate = chat?.createdDate ?? messages[0]?.createdDate ?? new Date().toISOString();
  return {
    id: chatId,
    title,
    secure: chat?.secure ?? false,
    name: chatFileName({ title, createdDate }),
    text: messages
      .filter(({ pending }) => !pending)
      .map((message) => exchangeMarkdown(message, { booktAdmin, file: nameOnly }))
      .join(''),
  };
};

/** Reads the current state of the chats, one after the other. If there are several, deleted ones are left out. */
export const useWrittenChats = (chatIds: readonly string[]) => {
  const { client, session } = useHost();
  const booktAdmin = useBehavior(session.user$)?.booktAdmin ?? false;
  const [read, setRead] = useState(0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['export', booktAdmin, ...chatIds],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const chats: WrittenChat[] = [];
      for (const [index, chatId] of chatIds.entries()) {
        setRead(index);
        try {
          chats.push(await writeChat(client, chatId, { booktAdmin, signal }));
        } catch (failure) {
          if (chatIds.length === 1 || !isFailure(failure, calls.chat.getChat, 'unknown-chat')) throw failure;
        }
      }
      return chats;
    },
  });
  return { chats: data, read, error, isFetching, retry: () => void refetch() };
};
