import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '@atrium/shared-kernel/contracts/events';
import { messages } from '@atrium/shared-kernel/contracts/validation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isStale } from '../ui/stale.ts';
import { useRemote, type WorkspaceView } from '../remote.ts';

/** The person's collections, kept up to date; empty until they are there, `awaited` until the first answer. */
export const useCollections = (userId: string) => {
  const { client, bus } = useRemote();
  const queries = useQueryClient();
  useEffect(() => {
    const changes = bus.on(events.workspace.collectionsChanged).subscribe(({ chatId }) => {
      if (chatId === undefined) void queries.invalidateQueries({ queryKey: ['collections'] });
    });
    return () => changes.unsubscribe();
  }, [bus, queries]);
  const { data, isError, isPending, failureCount, refetch } = useQuery({
    queryKey: ['collections', userId],
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  const awaited = isPending && failureCount === 0;
  return { tags: data?.tags ?? [], awaited, failed: isError, retry: () => void refetch() };
};

type View = Pick<WorkspaceView, 'client' | 'bus' | 'alerts'>;

interface Tagging {
  readonly before: readonly Tag[];
  readonly after: readonly Tag[];
  /** What `before` is true of. */
  readonly basedOn: string | undefined;
}

/**
 * Puts a chat into exactly the collections `after`: told at once, taken back to `before` where the call fails, with the
 * service's words (B4.40, B4.41, B8.21). Resolves with whether the service agreed; `stale`: another tab was first.
 */
export const tagChat = async (
  { client, bus, alerts }: View,
  chatId: string,
  { before, after, basedOn }: Tagging,
): Promise<'done' | 'stale' | 'failed'> => {
  const tell = (tags: readonly Tag[]) => bus.emit(events.workspace.collectionsChanged, { chatId, tags: [...tags] });
  tell(after);
  try {
    await client.call(calls.chat.editChat, { chatId, tags: after.map(({ _id }) => _id) }, { basedOn });
    return 'done';
  } catch (error) {
    tell(before);
    if (isStale(error)) return 'stale';
    alerts.show({ type: 'error', time: toastTimes.medium, message: messageOf(error, messages.failed) });
    return 'failed';
  }
};
