import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { seats, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

/** Milliseconds after the last key until the cost is asked for. */
const settled = 400;

/** The value as it has stood for a moment. */
const useSettled = <T>(value: T): T => {
  const [stands, setStands] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStands(value), settled);
    return () => clearTimeout(timer);
  }, [value]);
  return stands;
};

/** The seats have moved on: the team is fetched anew, so that the dialog shows them. */
const useMovedOn = (teamId: string) => {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['team', teamId] }), [queries, teamId]);
};

/**
 * What so many seats would cost instead of those that `basedOn` stands for; nothing is asked for `undefined`. A failure is
 * told each time (B8.22, as written).
 */
export const useProration = (teamId: string, wanted: number | undefined, basedOn: string | undefined) => {
  const { alerts, client } = useHost();
  const movedOn = useMovedOn(teamId);
  const quantity = useSettled(wanted);
  const asked = quantity === wanted && wanted !== undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['proration', teamId, quantity, basedOn],
    enabled: asked,
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
    if (isFailure(error, calls.billing.updateTeamSubscription, 'stale')) return void movedOn();
    const message = messageOf(error, 'Failed to get shared chat.');
    alerts.show({ type: 'error', time: toastTimes.medium, message });
  }, [alerts, error, movedOn]);
  return {
    preview: asked ? data : undefined,
    /** Why there is no price, as the service says it; empty where it says nothing. */
    failure:
      asked && error !== null && !isFailure(error, calls.billing.updateTeamSubscription, 'stale') && !isFetching
        ? messageOf(error, '')
        : undefined,
    retry: () => void refetch(),
  };
};

export interface SeatOrder {
  readonly quantity: number;
  /** As the preview named it: what was shown is what is charged. */
  readonly prorationDate: number | undefined;
  readonly increase: boolean;
  /** The seats that it was decided on. */
  readonly basedOn: string | undefined;
}

/**
 * Changes the seats, tells it after 3 seconds (B4.49), and closes. A failure leaves the dialog as it is; where somebody
 * else was first, it shows their seats.
 */
export const useUpdateSeats = (teamId: string) => {
  const { alerts, bus, client, close, scope } = useHost();
  const movedOn = useMovedOn(teamId);
  const [updating, setUpdating] = useState(false);
  const notify = (type: 'info' | 'error', message: string) => alerts.show({ type, message, time: toastTimes.medium });
  const update = async ({ quantity, prorationDate, increase, basedOn }: SeatOrder) => {
    if (updating) return;
    setUpdating(true);
    const processing = notify('info', 'Processing request...');
    try {
      const order = { teamId, quantity, prorationDate };
      const { success, redirectUrl } = await client.call(calls.billing.updateTeamSubscription, order, { basedOn });
      if (redirectUrl !== undefined) {
        // The team knows of it now, and the dialog shows what is to be done.
        bus.emit(events.teams.changed, { teamId });
        setUpdating(false);
        return;
      }
      if (success === false) {
        notify(
          'error',
          increase
            ? 'Invoice payment failed. Please update your payment method and try again.'
            : 'Failed to update subscription.',
        );
        setUpdating(false);
        return;
      }
    } catch (error) {
      if (isFailure(error, calls.billing.updateTeamSubscription, 'stale')) await movedOn();
      else notify('error', messageOf(error, 'Failed to update subscription.'));
      setUpdating(false);
      return;
    } finally {
      alerts.dismiss(processing);
    }
    const timer = setTimeout(() => {
      notify('info', 'Subscription seats updated successfully.');
      bus.emit(events.teams.changed, { teamId });
      close(true);
    }, seats.successDelay);
    scope.add(() => clearTimeout(timer));
  };
  return { updating, update };
};
