import type { RequestContext } from '../../calls/implement.ts';
import type { Place } from '../../ports/location.ts';

/** What a proxy sends of an address that it does not know. */
const unknownCountry = 'XX';

/** Where the caller is: the proxy in front knows the country best, the database of locations the rest of it. */
export const placeOf = async ({
  services,
  ip,
  country,
}: Pick<RequestContext, 'services' | 'ip' | 'country'>): Promise<Place> => {
  const place = await services.location.locate(ip);
  return country === undefined || country === unknownCountry || country === place.country ? place : { country };
};
