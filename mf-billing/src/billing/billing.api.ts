import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useRemote } from '../remote.ts';

/** The plan and its invoices, newest first; `showMore` where there are older ones. */
export const useBilling = () => {
  const { client } = useRemote();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['billing'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      client.call(calls.billing.listInvoices, pageParam === undefined ? {} : { before: pageParam }, { signal }),
    getNextPageParam: ({ invoices, more }) => (more ? invoices.at(-1)?.id : undefined),
  });
  const [first] = data?.pages ?? [];
  return {
    billing: first && { plan: first.plan, invoices: data?.pages.flatMap(({ invoices }) => invoices) ?? [] },
    error,
    isFetching,
    retry: () => void refetch(),
    showMore: hasNextPage ? () => void fetchNextPage() : undefined,
  };
};

/** Leaves for the provider's page of the card, the plan and the bills. */
export const usePortal = () => {
  const { alerts, client, navigation } = useRemote();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => client.call(calls.billing.createPortalSession, {}),
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl),
    onError(error) {
      const message = messageOf(error, 'An error occurred. Please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
  // The page that one leaves for takes its time.
  return { open: () => mutate(), busy: isPending || isSuccess };
};
