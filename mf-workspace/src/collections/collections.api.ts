import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useHost } from '../remote.ts';

export const collectionsFailed = 'Couldn’t load collections.';

/** The user's collections, kept up to date. Empty until they are known; `awaited` until the first answer. */
export const useCollections = (userId: string) => {
  const { client, bus } = useHost();
  const queries = useQueryClient();
  useEffect(() => {
    const changes = bus.on(events.workspace.collectionsChanged).subscribe(({ chatId }) => {
      if (chatId === undefined) void queries.invalidateQueries({ queryKey: ['collections'] });
    });
    return () => changes.unsubscribe();
  }, [bus, queries]);
  const { data, error, isError, isPending, failureCount, refetch } = useQuery({
    queryKey: ['collections', userId],
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  const awaited = isPending && failureCount === 0;
  return {
    tags: data?.tags ?? [],
    awaited,
    failed: isError,
    failure: messageOf(error, ''),
    retry: () => void refetch(),
    queries,
  };
};
