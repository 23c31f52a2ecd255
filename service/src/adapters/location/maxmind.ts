import type { CityResponse } from 'mmdb-lib';
import { createMmdbLocation, type LocationLog } from './mmdb.ts';
import type { LocationPort } from '../../ports/location.ts';

/** Locates by a City database of MaxMind (GeoLite2 or GeoIP2), or any of its shape. */
export const createMaxmindLocation = (log: LocationLog, file: string): LocationPort =>
  createMmdbLocation<CityResponse>({
    file,
    log,
    toLocation: ({ country, subdivisions, postal, city }) => ({
      ...(country?.iso_code ? { country: country.iso_code } : {}),
      ...(subdivisions?.[0]?.iso_code ? { region: subdivisions[0].iso_code } : {}),
      ...(postal?.code ? { postal: postal.code } : {}),
      ...(city?.names?.en ? { city: city.names.en } : {}),
    }),
  });
