import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { seats, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { sharedChatFailed } from '@atrium/shared-kernel/contracts/sentences';
import * as events from '#contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

export const updateFailed = 'Failed to update subscription.';
export const seatsUpdated = 'Subscription seats updated successfully.';

/** Milliseconds after the last keystroke until the price is requested. */
const debounceTime = 400;

/** The value, once it has not changed for a moment. */
const useDebounced = <T>(value: T): T => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceTime);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
};

/** Fetches the team again after its seats have changed, so that the dialog shows them. */
const useRefetchTeam = (teamId: string) => {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['team', teamId] }), [queries, teamId]);
};

/**
 * The price of `requested` seats instead of the current ones that `basedOn` names. Nothing is requested for undefined.
 * Each failure is shown in an alert (B8.22, with this exact text).
 */
export const useProration = (teamId: string, requested: number | undefined, basedOn: string | undefined) => {
  const { alerts, client } = useHost();
  const refetchTeam = useRefetchTeam(teamId);
  const quantity = useDebounced(requested);
  const active = quantity === requested && requested !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['proration', teamId, quantity, basedOn],
    enabled: active,
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) =>
      client.call(
        calls.billing.updateTeamSubscription,
        { teamId, quantity: quantity ?? seats.default, returnProrationAmount: true },
        { signal, basedOn },
      ),
  });
  useEffect(() => {
    if (!error) return;
    if (isFailure(error, calls.billing.updateTeamSubscription, 'stale')) return void refetchTeam();
    const message = messageOf(error, sharedChatFailed);
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }, [alerts, error, refetchTeam]);
  return {
    preview: active ? data : undefined,
    /** The service's message for why there is no price. Empty if it has none. */
    failure:
      active && error !== null && !isFailure(error, calls.billing.updateTeamSubscription, 'stale') && !isFetching
        ? messageOf(error, '')
        : undefined,
    retry: () => void refetch(),
  };
};

export interface SeatOrder {
  readonly quantity: number;
  /** The date of the preview, so that the shown amount is what is charged. */
  readonly prorationDate: number | undefined;
  readonly increase: boolean;
  /** The revision of the seats that the order is based on. */
  readonly basedOn: string | undefined;
}

/**
 * Changes the seats, reports it after 3 seconds (B4.49), and closes. A failure leaves the dialog as it is. If someone
 * else was first, it shows their seats. If the dialog was closed in the meantime, an alert says at once what came of it.
 */
export const useUpdateSeats = (teamId: string) => {
  const { alerts, bus, client, close, scope } = useHost();
  const queries = useQueryClient();
  const refetchTeam = useRefetchTeam(teamId);
  const [updating, setUpdating] = useState(false);
  const notify = (type: 'info' | 'warn' | 'error', message: string) =>
    alerts.show({ type, message, time: toastTimes.medium });
  const update = async ({ quantity, prorationDate, increase, basedOn }: SeatOrder) => {
    if (updating) return;
    setUpdating(true);
    const processing = notify('info', 'Processing request...');
    try {
      const order = { teamId, quantity, prorationDate };
      const { success, redirectUrl } = await client.call(calls.billing.updateTeamSubscription, order, { basedOn });
      if (redirectUrl !== undefined) {
        // The pending change is part of the team now, and the dialog shows what to do.
        bus.emit(events.teams.changed, { teamId });
        if (scope.signal.aborted)
          notify('warn', 'Your bank asks you to confirm the payment. Open Adjust Seats to continue.');
        setUpdating(false);
        return;
      }
      if (success === false) {
        notify(
          'error',
          increase ? 'Invoice payment failed. Please update your payment method and try again.' : updateFailed,
        );
        setUpdating(false);
        return;
      }
    } catch (error) {
      const stale = isFailure(error, calls.billing.updateTeamSubscription, 'stale');
      if (stale && !scope.signal.aborted) await refetchTeam();
      else notify('error', messageOf(error, updateFailed));
      // The service accepts a preview only for a while, so another try needs a new one.
      if (isFailure(error, calls.billing.updateTeamSubscription, 'amounts-outdated'))
        await queries.invalidateQueries({ queryKey: ['proration', teamId] });
      setUpdating(false);
      return;
    } finally {
      alerts.dismiss(processing);
    }
    let reported = false;
    const report = () => {
      if (reported) return;
      reported = true;
      clearTimeout(timer);
      notify('info', seatsUpdated);
      bus.emit(events.teams.changed, { teamId });
    };
    const timer = setTimeout(() => {
      report();
      close(true);
    }, seats.successDelay);
    scope.add(report);
  };
  return { updating, update };
};
