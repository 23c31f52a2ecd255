import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';

/** Looks up all IP addresses of a host name. */
export type LookupAll = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const lookupAll: LookupAll = (name, done) => systemLookup(name, { all: true }, done);

/** The address may not be reached. */
export class RefusedAddress extends Error {}

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Connects to public addresses only. A name is looked up once per connection and the connection goes to the checked
 * address, so that a name that resolves differently the next time (DNS rebinding) gains nothing.
 */
export const createGuardedConnector = (
  isPublic: (ip: string) => boolean,
  lookup: LookupAll,
  timeout: number,
): buildConnector.connector => {
  const checkedLookup: LookupFunction = (name, options, done) => {
    lookup(name, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error('The host name has no address.'), '', 0);
      if (addresses.some(({ address }) => !isPublic(address))) return done(new RefusedAddress(), '', 0);
      if (options.all) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup: checkedLookup, timeout, allowH2: false, autoSelectFamily: true });
  return (options, done) => {
    const host = withoutBrackets(options.hostname);
    // For an IP address there is no lookup that would check it.
    if (isIP(host) > 0 && !isPublic(host)) return done(new RefusedAddress(), null);
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      if (isPublic(socket.remoteAddress ?? '')) return done(null, socket);
      socket.destroy();
      return done(new RefusedAddress(), null);
    });
  };
};
