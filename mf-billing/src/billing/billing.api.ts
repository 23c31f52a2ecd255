import { messageOf } from '@atrium/shared-kernel/client';
import { confirmAction, outdatedBy } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { callFailed, planStaysUntil } from '@atrium/shared-kernel/contracts/sentences';
import type { Bill, PaidPlan, Refund, RunningPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHost } from '../remote.ts';
import { dayOf } from '../ui/times.ts';
import { useLeave } from '../ui/use-leave.ts';

interface Billing {
  readonly plan?: PaidPlan | undefined;
  readonly invoices: readonly Bill[];
  readonly plans?: readonly RunningPlan[] | undefined;
  readonly refunds?: readonly Refund[] | undefined;
}

/** The plan with its newest invoices, or the invoices before one of them. */
const useInvoices = (before: string | undefined, enabled: boolean) => {
  const { client } = useHost();
  return useQuery({
    queryKey: ['billing', before],
    enabled,
    queryFn: ({ signal }) =>
      client.call(calls.billing.listInvoices, before === undefined ? {} : { before }, { signal }),
  });
};

/** The plan and its invoices, newest first. `showMore` is set if there are older ones. */
export const useBilling = () => {
  // The loaded invoices stay while older ones are being fetched, and if that fails.
  const [loaded, setLoaded] = useState<readonly Bill[]>([]);
  const before = loaded.at(-1)?.id;
  // The first page is fetched again when the plan changes, so only that one says what the plan is.
  const first = useInvoices(undefined, true);
  // The same page, until older ones are shown.
  const last = useInvoices(before, before !== undefined);
  const invoices = [...loaded, ...(last.data?.invoices ?? [])];
  const billing: Billing | undefined = first.data && { ...first.data, invoices };
  const failedOlder = before !== undefined && last.error !== null;
  const retry = () => {
    void first.refetch();
    if (failedOlder) void last.refetch();
  };
  const older = last.data?.more ? () => setLoaded(invoices) : undefined;
  return {
    billing,
    error: first.error ?? last.error,
    isFetching: first.isFetching || last.isFetching,
    retry,
    showMore: failedOlder ? retry : older,
  };
};

/** For confirmations about the plans: emits the reason when the plans have changed. */
export const usePlanOutdated = () => {
  const queries = useQueryClient();
  return (basedOn: string | undefined) =>
    outdatedBy<Billing>(queries, ['billing', undefined], ({ plan }) =>
      plan?.revision === basedOn ? undefined : 'Your plan changed in the meantime. Close this and check it again.',
    );
};

/** Cancels one of several plans at the end of its paid period, after a confirmation. */
export const useCancelPlan = (onDone: () => void) => {
  const host = useHost();
  const outdatedOf = usePlanOutdated();
  return async ({ id: planId, endDate, revision: basedOn }: RunningPlan): Promise<void> => {
    const answer = await confirmAction(host, {
      title: 'Cancel this plan',
      message: planStaysUntil(dayOf(endDate)),
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

/** Opens the provider's page for the card, the plan and the invoices. */
export const usePortal = () => {
  const { alerts, client } = useHost();
  const leave = useLeave();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { redirectUrl } = await client.call(calls.billing.createPortalSession, {});
      await leave(redirectUrl);
    },
    onError(error) {
      const message = messageOf(error, callFailed);
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
  return { open: () => mutate(), busy: isPending };
};
