import { confirmAction, outdatedBy } from '@atrium/shared-kernel/conflict/question';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { seats } from '@atrium/shared-kernel/contracts/constants';
import type { Bill, PaidPlan, RunningPlan } from '@atrium/shared-kernel/contracts/entities/billing';
import type { Team } from '@atrium/shared-kernel/contracts/entities/team';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { planStaysUntil } from '@atrium/shared-kernel/contracts/sentences';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { payerLocationOf } from '../price/payer-location.ts';
import { useHost } from '../remote.ts';
import { dayOf } from '../team/dates.ts';
import { usePaymentPage } from '../team/portal.api.ts';

type TeamBilling = Infer<(typeof calls.billing.listTeamInvoices)['output']>;
const plansChanged = 'The plans changed in the meantime. Close this and look at them again.';

/** The plan of a team with its newest invoices, or the invoices before one of them. */
const useInvoices = (teamId: string, before: string | undefined, enabled: boolean) => {
  const { client } = useHost();
  return useQuery({
    queryKey: ['billing', teamId, before],
    enabled,
    queryFn: ({ signal }) => client.call(calls.billing.listTeamInvoices, { teamId, before }, { signal }),
    staleTime: 0,
  });
};

/** The plan of a team and its invoices: those loaded so far, and older ones on request. */
export const useTeamBilling = (teamId: string) => {
  const [loaded, setLoaded] = useState<readonly Bill[]>([]);
  const before = loaded.at(-1)?.id;
  // The first page is fetched again when the plan changes, so only that one says what the plan is.
  const first = useInvoices(teamId, undefined, true);
  // The same page, until older ones are shown.
  const last = useInvoices(teamId, before, before !== undefined);
  const invoices = [...loaded, ...(last.data?.invoices ?? [])];
  const retry = () => {
    void first.refetch();
    if (before !== undefined && last.error) void last.refetch();
  };
  return {
    billing: first.data && { ...first.data, invoices },
    error: first.error ?? last.error,
    fetching: first.isFetching || last.isFetching,
    showOlder: last.data?.more ? () => setLoaded(invoices) : undefined,
    retry,
  };
};

/** Cancels one of several plans of a team at the end of its paid period, after a confirmation. */
export const useCancelPlan = (teamId: string, onDone: () => void) => {
  const host = useHost();
  const queries = useQueryClient();
  return async ({ id: planId, endDate, revision: basedOn }: RunningPlan): Promise<void> => {
    const answer = await confirmAction(host, {
      title: 'Cancel this plan',
      message: planStaysUntil(dayOf(endDate)),
      confirm: 'Cancel plan',
      danger: true,
      outdated$: outdatedBy<TeamBilling>(queries, ['billing', teamId, undefined], ({ plan }) =>
        plan?.revision === basedOn ? undefined : plansChanged,
      ),
      action: () => host.client.call(calls.billing.cancelPlan, { planId }, { basedOn }),
    });
    if (answer !== 'no') onDone();
  };
};

/** Opens a checkout that restarts the ended plan of a team, with the seats that it had. */
export const useRenew = ({ _id: teamId, stripeSubscriptionSeats, members }: Team) => {
  const { client, ipInfo$, session } = useHost();
  const location = payerLocationOf(useBehavior(ipInfo$), useBehavior(session.user$));
  const { opening, open } = usePaymentPage();
  const renew = (interval: PaidPlan['interval']) => {
    const quantity = Math.max(seats.min, stripeSubscriptionSeats, members.length);
    const request = { ...location, teamId, quantity, interval };
    return open(() => client.call(calls.billing.renewTeamSubscription, request));
  };
  return { opening, renew };
};
