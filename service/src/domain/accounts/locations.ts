import type { LocationPort, NetworkLocation } from '../../ports/location.ts';

/** The location of a request, as far as its proxy and its address show it. */
export interface Whereabouts {
  readonly ip: string;
  /** Two letters, as the proxy in front says; none without such a proxy. */
  readonly country: string | undefined;
}

/** What a proxy sends of an address that it does not know. */
const unknownCountry = 'XX';
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Where that is: the proxy in front knows the country best, the database of locations the rest of it. */
export const locationOf = async (location: LocationPort, { ip, country }: Whereabouts): Promise<NetworkLocation> => {
  const found = await location.locate(ip);
  return country === undefined || country === unknownCountry || country === found.country ? found : { country };
};

/** A location in words, as `Cape Town, South Africa`; none where nothing is known. */
export const locationInWords = ({ country, city }: NetworkLocation): string | undefined => {
  const known = country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' && country !== 'ZZ';
  const words = [city, known ? countries.of(country) : undefined].filter(Boolean);
  return words.length === 0 ? undefined : words.join(', ');
};

/** The same in words. */
export const findLocation = async (location: LocationPort, from: Whereabouts): Promise<string | undefined> =>
  locationInWords(await locationOf(location, from));
