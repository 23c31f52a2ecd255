import type { IpInfo, User } from '@atrium/shared-kernel/contracts/entities/user';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import { filter, firstValueFrom, merge, map, of, take, timer } from 'rxjs';

/** The longest wait for the answer that says where the payer is. */
export const placeWithin = 5000;

/** Where the payer is, as the payment calls take it. Each part may be unknown; then the US price holds. */
export interface Place {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

/** The service's answer in preference, else what the account holds; undefined where neither says it in time. */
export const placeOf = async (
  scope: Pick<Scope, 'until'>,
  ipInfo$: Behavior<IpInfo | undefined>,
  user: User,
): Promise<Place | undefined> => {
  const answered$ = ipInfo$.pipe(filter((info) => info !== undefined));
  const late$ = timer(placeWithin).pipe(map(() => undefined));
  const first$ = merge(answered$, user.countryCode ? of(undefined) : late$).pipe(take(1), scope.until());
  const info = await firstValueFrom(first$, { defaultValue: undefined });
  if (info) return { countryCode: info.country, region: info.region, postal: info.postal };
  return user.countryCode ? { countryCode: user.countryCode, region: user.region, postal: user.postal } : undefined;
};
