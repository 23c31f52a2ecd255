import type { IpInfo, User } from '@atrium/shared-kernel/contracts/entities/user';

/** Where the payer is, as the payment calls take it. Each part may be unknown; then the US price holds. */
export interface PayerLocation {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

/** The service's answer in preference, else what the account holds; undefined while nothing has answered. */
export const payerLocationOf = (ipInfo: IpInfo | undefined, user: User | undefined): PayerLocation | undefined => {
  if (ipInfo) return { countryCode: ipInfo.country, region: ipInfo.region, postal: ipInfo.postal };
  if (!user?.countryCode) return undefined;
  return { countryCode: user.countryCode, region: user.region, postal: user.postal };
};
