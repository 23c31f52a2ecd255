import type { LocationPort, NetworkLocation } from '../../ports/location.ts';

/** Where a request comes from, as far as its address and the proxy reveal it. */
export interface ClientLocation {
  readonly ip: string;
  /** The two-letter country code from the proxy; undefined without such a proxy, or if it does not know the address. */
  readonly country: string | undefined;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The proxy knows the country best; the location database adds the city where the two agree. */
export const locationOf = async (location: LocationPort, { ip, country }: ClientLocation): Promise<NetworkLocation> => {
  const found = await location.locate(ip);
  return country === undefined || country === found.country ? found : { country };
};

/** A readable location, such as `Cape Town, South Africa`; undefined if unknown. */
export const formatLocation = ({ country, city }: NetworkLocation): string | undefined => {
  const known = country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' && country !== 'ZZ';
  const words = [city, known ? countries.of(country) : undefined].filter(Boolean);
  return words.length === 0 ? undefined : words.join(', ');
};

/** The readable location of a request; undefined if unknown. */
export const findLocation = async (location: LocationPort, from: ClientLocation): Promise<string | undefined> =>
  formatLocation(await locationOf(location, from));
