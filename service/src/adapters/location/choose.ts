import { existsSync } from 'node:fs';
import * as z from 'zod';
import { createMaxmindLocation } from './maxmind.ts';
import type { LocationLog } from './mmdb.ts';
import { createPackagedLocation } from './packaged.ts';
import type { LocationPort } from '../../ports/location.ts';

export const locationVariables = {
  MAXMIND_FILE: z
    .string()
    .trim()
    .refine((file) => existsSync(file), 'there is no such file')
    .optional(),
};

export interface LocationConfig {
  /** A City database; none: the countries that come with the packages. */
  readonly maxmindFile?: string;
}

export const readLocation = (e: { readonly MAXMIND_FILE?: string | undefined }): LocationConfig =>
  e.MAXMIND_FILE ? { maxmindFile: e.MAXMIND_FILE } : {};

/** The adapter that the configuration asks for. */
export const chooseLocation = ({ maxmindFile }: LocationConfig, log: LocationLog): LocationPort =>
  maxmindFile === undefined ? createPackagedLocation(log) : createMaxmindLocation(log, maxmindFile);
