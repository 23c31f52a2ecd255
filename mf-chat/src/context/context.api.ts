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

/** The shell refetches queries by the first part of this key when the context was changed in another tab. */
const keyOf = (chatId: string, messageId?: string): readonly string[] => {
  const queryKey = ['context', chatId];
  return messageId === undefined ? queryKey : [...queryKey, messageId];
};

/** The context that another mount of the page has cached. A dialog opens with what the gauge shows, even offline. */
const cachedContext = (key: readonly unknown[]): ChatContext | undefined => {
  for (const queries of mountedQueries) {
    const known = queries.getQueryData<ChatContext>(key);
    if (known) return known;
  }
  return undefined;
};

/**
 * Changes the cached contexts of a chat in every mount of the page, and cancels requests that would bring older ones.
 */
const changeCached = (chatId: string, change: (known: ChatContext) => ChatContext): void => {
  for (const queries of mountedQueries) {
    void queries.cancelQueries({ queryKey: keyOf(chatId) });
    queries.setQueriesData<ChatContext>({ queryKey: keyOf(chatId) }, (known) => known && change(known));
  }
};

const refetchContext = (chatId: string): void => {
  for (const queries of mountedQueries) void queries.invalidateQueries({ queryKey: keyOf(chatId) });
};

/** What the model is given in a chat; with `messageId`, what was sent with that message. */
export const useChatContext = (chatId: string, messageId?: string) => {
  const { client } = useHost();
  const queryKey = keyOf(chatId, messageId);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.chat.readContext, { chatId, messageId }, { signal }),
    initialData: () => cachedContext(queryKey),
    // The cached value is shown and refetched at once.
    initialDataUpdatedAt: 0,
  });
};

/**
 * Whether a message is pinned in the context. Undefined until that is known. The parts that show the context keep it up
 * to date.
 */
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

/** Refetches a chat's context when one of its messages changes, in this tab or another. */
export const useFollowContext = (chatId: string): void => {
  const { bus } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    const subscription = bus.on(events.shell.messagesChanged).subscribe(({ chatIds }) => {
      if (chatIds?.includes(chatId) ?? true) void queries.invalidateQueries({ queryKey: keyOf(chatId) });
    });
    return () => subscription.unsubscribe();
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

/** Pins or unpins a message. The change is shown at once everywhere on the page, and rolled back if it is refused. */
export const usePin = (chatId: string) => {
  const { alerts, client } = useHost();
  const { mutate } = useMutation({
    // Calls run one after the other, so that the last press wins.
    scope: { id: `pin ${chatId}` },
    mutationFn: (pin: Pin) => client.call(calls.chat.pinMessage, pin),
    onMutate: (pin) => changeCached(chatId, (known) => ({ ...known, pinned: withPin(known.pinned, pin) })),
    onError(error, { messageId, pinned }) {
      const undo = { messageId, pinned: !pinned };
      changeCached(chatId, (known) => ({ ...known, pinned: withPin(known.pinned, undo) }));
      alerts.show({ message: messageOf(error, callFailed), type: 'error', time: toastTimes.medium });
      refetchContext(chatId);
    },
    onSuccess: () => refetchContext(chatId),
  });
  return mutate;
};

/**
 * Saves a summary based on a revision. An empty text makes the service write a new one. Rejects with the call's
 * failure.
 */
export const useSaveSummary = (chatId: string) => {
  const { client } = useHost();
  return useMutation({
    mutationFn: ({ text, basedOn }: { readonly text: string; readonly basedOn: string }) =>
      client.call(calls.chat.saveSummary, { chatId, text }, { basedOn }),
    onSuccess: ({ summary }) => changeCached(chatId, (known) => ({ ...known, summary })),
    onSettled: () => refetchContext(chatId),
  });
};

/** The texts of memories by their ids. Deleted ones are left out. */
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
