import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useRemote } from '../remote.ts';

/** The person's collections; empty until they are there, `awaited` until the first answer. */
export const useCollections = (userId: string) => {
  const { client } = useRemote();
  const { data, isError, isPending, failureCount, refetch } = useQuery({
    queryKey: ['collections', userId],
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  const awaited = isPending && failureCount === 0;
  return { tags: data?.tags ?? [], awaited, failed: isError, retry: () => void refetch() };
};
