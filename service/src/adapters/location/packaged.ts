import { createRequire } from 'node:module';
import type { Response } from 'mmdb-lib';
import { createMmdbLocation, type LocationLog } from './mmdb.ts';
import type { LocationPort } from '../../ports/location.ts';

type CountryRecord = Response & { readonly country_code?: string };

const database = () =>
  createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

/** Locates by the database that comes with the service's packages: countries only. */
export const createPackagedLocation = (log: LocationLog, file = database()): LocationPort =>
  createMmdbLocation<CountryRecord>({
    file,
    log,
    toLocation: ({ country_code: country }) => (country && country !== 'ZZ' ? { country } : {}),
  });
