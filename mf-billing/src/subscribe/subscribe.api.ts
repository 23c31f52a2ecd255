import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { subscribeFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useMutation } from '@tanstack/react-query';
import { useHost } from '../remote.ts';
import { placeOf } from './place.ts';

interface Order {
  readonly user: User;
  readonly interval: 'month' | 'year';
}

const isSubscribed = (error: Error) => isFailure(error, calls.billing.createSubscription, 'already-subscribed');

/** Makes a payment session and leaves for it; `failure` is what to tell the person, `subscribed` that they need none. */
export const useCheckout = () => {
  const { client, ipInfo$, navigation, scope } = useHost();
  const { mutate, error } = useMutation({
    mutationFn: async ({ user, interval }: Order) => {
      const place = await placeOf(scope, ipInfo$, user);
      if (!place) throw new UnknownPlace();
      return client.call(calls.billing.createSubscription, { ...place, interval }, { signal: scope.signal });
    },
    // Back from the payment page leads to where the person was before, never into another checkout.
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl, { replace: true }),
  });
  const subscribed = error !== null && isSubscribed(error);
  return { start: mutate, subscribed, failure: error && !subscribed ? textOf(error) : undefined };
};

class UnknownPlace extends Error {}

const textOf = (error: Error) =>
  error instanceof UnknownPlace
    ? 'Failed to verify your location, please reload the page.'
    : messageOf(error, subscribeFailed);
