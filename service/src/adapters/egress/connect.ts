import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** All addresses of a name. */
export type LookupAll = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const lookupAll: LookupAll = (name, done) => systemLookup(name, { all: true }, done);

/** A connection to this address is not made. */
export class RefusedAddress extends Error {}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Connects to public addresses alone. A name is looked up once for each connection, and the connection goes to what was
 * checked: a name that answers otherwise the next time gains nothing.
 */
export const createGuardedConnector = (
  isPublic: (ip: string) => boolean,
  lookup: LookupAll,
  timeout: number,
): buildConnector.connector => {
  const checkedLookup: LookupFunction = (name, options, done) => {
    lookup(name, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error('The name has no address.'), '', 0);
      if (addresses.some(({ address }) => !isPublic(address))) return done(new RefusedAddress(), '', 0);
      if (options.all) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup: checkedLookup, timeout, allowH2: false, autoSelectFamily: true });
  return (options, done) => {
    const host = withoutBrackets(options.hostname);
    // No name, no look-up.
    if (isIP(host) > 0 && !isPublic(host)) return done(new RefusedAddress(), null);
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      if (isPublic(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      return done(new RefusedAddress(), null);
    });
  };
};
