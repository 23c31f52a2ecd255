import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import * as events from '#contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { mountedQueries } from '@atrium/shared-kernel/remote';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHost } from '../remote.ts';

export type ChatContext = Infer<typeof calls.chat.readContext.output>;

/** The shell reads queries again by the first part of this key when the context was changed in another tab. */
const keyOf = (chatId: string, messageId?: string): readonly string[] => {
  const queryKey = ['context', chatId];
  return messageId === undefined ? queryKey : [...queryKey, messageId];
};

/** What another mount of the page knows: a dialog opens with what the gauge shows, also without a network. */
const knownOf = (key: readonly unknown[]): ChatContext | undefined => {
  for (const queries of mountedQueries) {
    const known = queries.getQueryData<ChatContext>(key);
    if (known) return known;
  }
  return undefined;
};

/** Changes what every mount of the page knows of a chat, and drops answers that are older. */
const changeKnown = (chatId: string, change: (known: ChatContext) => ChatContext): void => {
  for (const queries of mountedQueries) {
    void queries.cancelQueries({ queryKey: keyOf(chatId) });
    queries.setQueriesData<ChatContext>({ queryKey: keyOf(chatId) }, (known) => known && change(known));
  }
};

const readAgain = (chatId: string): void => {
  for (const queries of mountedQueries) void queries.invalidateQueries({ queryKey: keyOf(chatId) });
};

/** What the model is given in a chat; with `messageId` what went along with that message. */
export const useChatContext = (chatId: string, messageId?: string) => {
  const { client } = useHost();
  const queryKey = keyOf(chatId, messageId);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.chat.readContext, { chatId, messageId }, { signal }),
    initialData: () => knownOf(queryKey),
    // It is shown, and read again.
    initialDataUpdatedAt: 0,
  });
};

/** Whether a message is pinned in the context; undefined until that is known. What shows the context updates it. */
export const usePinned = (chatId: string, messageId: string): boolean | undefined => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: keyOf(chatId),
    queryFn: ({ signal }) => client.call(calls.chat.readContext, { chatId }, { signal }),
    select: ({ pinned }: ChatContext) => pinned.includes(messageId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
};

/** Reads a chat's context again when one of its messages changes, in this tab or another. */
export const useFollowContext = (chatId: string): void => {
  const { bus } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    const news = bus.on(events.shell.messagesChanged).subscribe(({ chatIds }) => {
      if (chatIds?.includes(chatId) ?? true) void queries.invalidateQueries({ queryKey: keyOf(chatId) });
    });
    return () => news.unsubscribe();
  }, [bus, chatId, queries]);
};

interface Pin {
  readonly messageId: string;
  readonly pinned: boolean;
}

const withPin = (list: readonly string[], { messageId, pinned }: Pin): string[] => [
  ...list.filter((one) => one !== messageId),
  ...(pinned ? [messageId] : []),
];

/** Keeps a message in the context or not: shown at once everywhere on the page, and taken back where it is refused. */
export const usePin = (chatId: string) => {
  const { alerts, client } = useHost();
  const { mutate } = useMutation({
    // One after the other: the last press holds.
    scope: { id: `pin ${chatId}` },
    mutationFn: (pin: Pin) => client.call(calls.chat.pinMessage, pin),
    onMutate: (pin) => changeKnown(chatId, (known) => ({ ...known, pinned: withPin(known.pinned, pin) })),
    onError(error, { messageId, pinned }) {
      const back = { messageId, pinned: !pinned };
      changeKnown(chatId, (known) => ({ ...known, pinned: withPin(known.pinned, back) }));
      alerts.show({ message: messageOf(error, callFailed), type: 'error', time: toastTimes.medium });
      readAgain(chatId);
    },
    onSuccess: () => readAgain(chatId),
  });
  return mutate;
};

/** Saves a summary based on a revision; an empty text has it written anew. Rejects with the call's failure. */
export const useSaveSummary = (chatId: string) => {
  const { client } = useHost();
  return useMutation({
    mutationFn: ({ text, basedOn }: { readonly text: string; readonly basedOn: string }) =>
      client.call(calls.chat.saveSummary, { chatId, text }, { basedOn }),
    onSuccess: ({ summary }) => changeKnown(chatId, (known) => ({ ...known, summary })),
    onSettled: () => readAgain(chatId),
  });
};

/** The texts of memories by their ids; those that are gone are left out. */
export const useMemories = (ids: readonly string[]) => {
  const { client } = useHost();
  const { data } = useQuery({
    queryKey: ['contextMemories'],
    queryFn: ({ signal }) => client.call(calls.memories.listMemories, {}, { signal }),
    enabled: ids.length > 0,
  });
  const known = new Map(data?.memories.map(({ _id, memory }) => [_id, memory]));
  return ids.flatMap((id) => {
    const text = known.get(id);
    return text === undefined ? [] : [{ id, text }];
  });
};
