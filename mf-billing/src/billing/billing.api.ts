import { messageOf } from '@atrium/shared-kernel/client';
import { ask, outdatedBy } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Bill, PaidPlan, Refund, RunningPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { dayOf } from '../ui/times.ts';

interface Billing {
  readonly plan?: PaidPlan | undefined;
  readonly invoices: readonly Bill[];
  readonly plans?: readonly RunningPlan[] | undefined;
  readonly refunds?: readonly Refund[] | undefined;
}

/** The plan and its invoices, newest first; `showMore` where there are older ones. */
export const useBilling = () => {
  const { client } = useHost();
  // What was read stays while older bills are on their way, and where they cannot be read.
  const [known, setKnown] = useState<Billing>();
  const before = known?.invoices.at(-1)?.id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['billing', before],
    queryFn: ({ signal }) =>
      client.call(calls.billing.listInvoices, before === undefined ? {} : { before }, { signal }),
  });
  const billing = data ? { ...data, invoices: [...(known?.invoices ?? []), ...data.invoices] } : known;
  const retry = () => void refetch();
  const older = data?.more ? () => setKnown(billing) : undefined;
  return { billing, error, isFetching, retry, showMore: known && error ? retry : older };
};

/** For questions about the plans: says that those are others by now. */
export const usePlanOutdated = () => {
  const queries = useQueryClient();
  return (basedOn: string | undefined) =>
    outdatedBy<Billing>(queries, ['billing', undefined], ({ plan }) =>
      plan?.revision === basedOn ? undefined : 'Your plan changed in the meantime. Close this and check it again.',
    );
};

/** Ends one of several plans with what is paid, once the person confirms. */
export const useCancelPlan = (onDone: () => void) => {
  const host = useHost();
  const outdatedOf = usePlanOutdated();
  return async ({ id: planId, endDate, revision: basedOn }: RunningPlan): Promise<void> => {
    const answer = await ask(host, {
      title: 'Cancel this plan',
      message: `It stays active until ${dayOf(endDate)} and won’t renew. Your other plan isn’t affected.`,
      confirm: 'Cancel plan',
      danger: true,
      outdated$: outdatedOf(basedOn),
      failed: 'Failed to cancel the plan, please try again.',
      action: () => host.client.call(calls.billing.cancelPlan, { planId }, { basedOn }),
    });
    if (answer === 'no') return;
    if (answer === 'done')
      host.alerts.show({ message: 'The plan is canceled.', type: 'info', time: toastTimes.medium });
    onDone();
  };
};

/** Leaves for the provider's page of the card, the plan and the bills. */
export const usePortal = () => {
  const { alerts, client, navigation } = useHost();
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
