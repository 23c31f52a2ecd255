import * as calls from '@atrium/shared-kernel/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useRemote } from '../remote.ts';

/** The person's collections; empty until they are there. */
export const useCollections = (userId: string) => {
  const { client } = useRemote();
  const { data, isError, refetch } = useQuery({
    queryKey: ['collections', userId],
    queryFn: ({ signal }) => client.call(calls.tags.listTags, {}, { signal }),
  });
  return { tags: data?.tags ?? [], failed: isError, retry: () => void refetch() };
};
