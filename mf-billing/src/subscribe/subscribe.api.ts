import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { locationFailed, subscribeFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { IpInfo, User } from '@atrium/shared-kernel/contracts/entities/user';
import { isFailure } from '@atrium/shared-kernel/failure';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { useMutation } from '@tanstack/react-query';
import { filter, firstValueFrom, merge, map, of, take, timer } from 'rxjs';
import { useHost } from '../remote.ts';
import { useLeave } from '../ui/use-leave.ts';

/** Milliseconds to wait for the payer's location. */
const locationTimeout = 5000;

/** The payer's location, for the payment calls. Each part may be unknown; then the US price applies. */
interface Location {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

/**
 * The location by the service if it answers in time with a country, or else by the account, as the service itself
 * decides. Undefined if neither is known.
 */
const locationOf = async (
  scope: Pick<Scope, 'until'>,
  ipInfo$: Behavior<IpInfo | undefined>,
  user: User,
): Promise<Location | undefined> => {
  const answered$ = ipInfo$.pipe(filter((info) => info !== undefined));
  const timeout$ = timer(locationTimeout).pipe(map(() => undefined));
  const first$ = merge(answered$, user.countryCode ? of(undefined) : timeout$).pipe(take(1), scope.until());
  const info = await firstValueFrom(first$, { defaultValue: undefined });
  if (!info?.country && user.countryCode)
    return { countryCode: user.countryCode, region: user.region, postal: user.postal };
  return info && { countryCode: info.country, region: info.region, postal: info.postal };
};

interface Order {
  readonly user: User;
  readonly interval: 'month' | 'year';
}

const isSubscribed = (error: Error) => isFailure(error, calls.billing.createSubscription, 'already-subscribed');

/**
 * Creates a payment session and opens its page. `failure` is the message for the user; `subscribed` means that they
 * need none.
 */
export const useCheckout = () => {
  const { client, ipInfo$, scope } = useHost();
  const leave = useLeave();
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: async ({ user, interval }: Order) => {
      const location = await locationOf(scope, ipInfo$, user);
      if (!location) throw new UnknownLocation();
      const order = { ...location, interval };
      const { redirectUrl } = await client.call(calls.billing.createSubscription, order, { signal: scope.signal });
      // The Back button of the payment page returns to where the user was before, not into another checkout.
      await leave(redirectUrl, { replace: true });
    },
  });
  const subscribed = error !== null && isSubscribed(error);
  // A user who is still here has stopped the navigation. Another order opens the same checkout.
  const failure = isSuccess ? subscribeFailed : error && !subscribed && textOf(error);
  return { start: mutate, subscribed, failure };
};

class UnknownLocation extends Error {}

const textOf = (error: Error) =>
  error instanceof UnknownLocation ? locationFailed : messageOf(error, subscribeFailed);
