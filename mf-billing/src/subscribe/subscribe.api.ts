import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { subscribeFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { IpInfo, User } from '@atrium/shared-kernel/contracts/entities/user';
import { isFailure } from '@atrium/shared-kernel/failure';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { useMutation } from '@tanstack/react-query';
import { filter, firstValueFrom, merge, map, of, take, timer } from 'rxjs';
import { useHost } from '../remote.ts';

/** Milliseconds that the answer with the location of the payer may take. */
const locationTimeout = 5000;

/** Where the payer is, for the payment calls. Each part may be unknown; then the US price applies. */
interface Location {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

/** The service's answer where it comes in time, else what the account has; undefined without either. */
const locationOf = async (
  scope: Pick<Scope, 'until'>,
  ipInfo$: Behavior<IpInfo | undefined>,
  user: User,
): Promise<Location | undefined> => {
  const answered$ = ipInfo$.pipe(filter((info) => info !== undefined));
  const late$ = timer(locationTimeout).pipe(map(() => undefined));
  const first$ = merge(answered$, user.countryCode ? of(undefined) : late$).pipe(take(1), scope.until());
  const info = await firstValueFrom(first$, { defaultValue: undefined });
  if (info) return { countryCode: info.country, region: info.region, postal: info.postal };
  return user.countryCode ? { countryCode: user.countryCode, region: user.region, postal: user.postal } : undefined;
};

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
      const location = await locationOf(scope, ipInfo$, user);
      if (!location) throw new UnknownLocation();
      return client.call(calls.billing.createSubscription, { ...location, interval }, { signal: scope.signal });
    },
    // Back from the payment page leads to where the person was before, never into another checkout.
    onSuccess: ({ redirectUrl }) => navigation.leave(redirectUrl, { replace: true }),
  });
  const subscribed = error !== null && isSubscribed(error);
  return { start: mutate, subscribed, failure: error && !subscribed ? textOf(error) : undefined };
};

class UnknownLocation extends Error {}

const textOf = (error: Error) =>
  error instanceof UnknownLocation
    ? 'Failed to verify your location, please reload the page.'
    : messageOf(error, subscribeFailed);
