import type { IpInfo, User } from '@atrium/shared-kernel/contracts/entities/user';

/** The payer's location, as the payment calls accept it. Each part may be unknown; then the US price applies. */
export interface PayerLocation {
  readonly countryCode?: string | undefined;
  readonly region?: string | undefined;
  readonly postal?: string | undefined;
}

/**
 * The location by the service if it knows the country, or else by the account, as the service itself decides.
 * Undefined while neither is known.
 */
export const payerLocationOf = (ipInfo: IpInfo | undefined, user: User | undefined): PayerLocation | undefined => {
  if (!ipInfo?.country && user?.countryCode)
    return { countryCode: user.countryCode, region: user.region, postal: user.postal };
  return ipInfo && { countryCode: ipInfo.country, region: ipInfo.region, postal: ipInfo.postal };
};
