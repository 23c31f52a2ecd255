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

/** Orders the team and leaves for the payment page, unless the person has left this one meanwhile. */
export const usePayNow = () => {
  const { alerts, client, navigation, scope } = useHost();
  return useMutation({
    mutationFn: ({ location, ...order }: Order) =>
      client.call(calls.billing.createTeamSubscription, { ...order, ...location }, { signal: scope.signal }),
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl),
    onError: (error) => {
      // Who has left the page has given the order up.
      if (scope.signal.aborted) return;
      const message = messageOf(error, 'Failed to create team. Please try again');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
    },
  });
};
