import type { Place } from '../../ports/location.ts';
import type { RequestContext } from '../../calls/implement.ts';
import { placeOf } from './place.ts';

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A place in words, as `Cape Town, South Africa`; none where nothing is known. */
export const placeInWords = ({ country, city }: Place): string | undefined => {
  const known = country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' && country !== 'ZZ';
  const words = [city, known ? countries.of(country) : undefined].filter(Boolean);
  return words.length === 0 ? undefined : words.join(', ');
};

/** Where a request came from, in words. */
export const findPlace = async (
  request: Pick<RequestContext, 'services' | 'ip' | 'country'>,
): Promise<string | undefined> => placeInWords(await placeOf(request));
