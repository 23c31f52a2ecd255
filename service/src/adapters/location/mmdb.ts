import { readFile } from 'node:fs/promises';
import { type Response, Reader } from 'mmdb-lib';
import { isPublicAddress, unmapped } from '@atrium/shared-kernel/network/addresses';
import type { LocationPort, NetworkLocation } from '../../ports/location.ts';

export interface LocationLog {
  warn(details: object, message: string): void;
}

export interface MmdbSource<R extends Response> {
  readonly file: string;
  /** Converts a record of the database. */
  readonly toLocation: (record: R) => NetworkLocation;
  readonly log: LocationLog;
}

/** Locates by a file in MaxMind's format. It is loaded for the first public address and stays in memory. */
export const createMmdbLocation = <R extends Response>({ file, toLocation, log }: MmdbSource<R>): LocationPort => {
  let opened: Promise<Reader<R> | undefined> | undefined;
  const open = async () => {
    try {
      return new Reader<R>(await readFile(file));
    } catch (error) {
      log.warn({ err: error }, 'The location database cannot be read: IP addresses have no location.');
      return undefined;
    }
  };
  return {
    locate: async (ip) => {
      if (!isPublicAddress(ip)) return {};
      opened ??= open();
      const record = (await opened)?.get(unmapped(ip));
      return record ? toLocation(record) : {};
    },
  };
};
