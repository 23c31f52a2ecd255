import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useMutation } from '@tanstack/react-query';
import type { Interval } from '@atrium/shared-kernel/contracts/prices';
import { useHost } from '../remote.ts';
import type { PayerLocation } from '../price/payer-location.ts';

interface Order {
  readonly name: string;
  readonly quantity: number;
  readonly interval: Interval;
  readonly location: PayerLocation;
}

/** Orders the team and opens the payment page, unless the user has left this page in the meantime. */
export const usePayNow = () => {
  const { alerts, client, navigation, scope } = useHost();
  return useMutation({
    mutationFn: ({ location, ...order }: Order) =>
      client.call(calls.billing.createTeamSubscription, { ...order, ...location }, { signal: scope.signal }),
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl),
    onError: (error) => {
      // Leaving the page cancels the order.
      if (scope.signal.aborted) return;
      const message = messageOf(error, 'Failed to create team. Please try again');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
