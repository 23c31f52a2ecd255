import { existsSync } from 'node:fs';
import * as z from 'zod';
import { createMmdbLocation, type LocationLog } from './mmdb.ts';
import type { LocationPort } from '../../ports/location.ts';
import type { CityResponse, Response } from 'mmdb-lib';
import { createRequire } from 'node:module';

type CountryRecord = Response & { readonly country_code?: string };

const database = () =>
  createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

/** Locates by the database in the service's packages, which knows countries only. */
export const createPackagedLocation = (log: LocationLog, file = database()): LocationPort =>
  createMmdbLocation<CountryRecord>({
    file,
    log,
    toLocation: ({ country_code: country }) => (country && country !== 'ZZ' ? { country } : {}),
  });

/** Locates by MaxMind's City database (GeoLite2 or GeoIP2), or another one with the same schema. */
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

export const locationVariables = {
  MAXMIND_FILE: z
    .string()
    .trim()
    .refine((file) => existsSync(file), 'the file does not exist')
    .optional(),
};

export interface LocationConfig {
  /** A City database. If undefined, the country database of the packages is used. */
  readonly maxmindFile?: string;
}

export const readLocation = (e: { readonly MAXMIND_FILE?: string | undefined }): LocationConfig =>
  e.MAXMIND_FILE ? { maxmindFile: e.MAXMIND_FILE } : {};

/** Chooses the adapter by the configuration. */
export const chooseLocation = ({ maxmindFile }: LocationConfig, log: LocationLog): LocationPort =>
  maxmindFile === undefined ? createPackagedLocation(log) : createMaxmindLocation(log, maxmindFile);
