import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Bill, PaidPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRemote } from '../remote.ts';

interface Billing {
  readonly plan?: PaidPlan | undefined;
  readonly invoices: readonly Bill[];
}

/** The plan and its invoices, newest first; `showMore` where there are older ones. */
export const useBilling = () => {
  const { client } = useRemote();
  // What was read stays while older bills are on their way, and where they cannot be read.
  const [known, setKnown] = useState<Billing>();
  const before = known?.invoices.at(-1)?.id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['billing', before],
    queryFn: ({ signal }) =>
      client.call(calls.billing.listInvoices, before === undefined ? {} : { before }, { signal }),
  });
  const billing = data ? { plan: data.plan, invoices: [...(known?.invoices ?? []), ...data.invoices] } : known;
  const retry = () => void refetch();
  const older = data?.more ? () => setKnown(billing) : undefined;
  return { billing, error, isFetching, retry, showMore: known && error ? retry : older };
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
