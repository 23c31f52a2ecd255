import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@atrium/shared-kernel/contracts/hosts';

/** The origins in a comma-separated list. Throws a sentence if one is not an origin. */
export const originsIn = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!URL.canParse(part) || !/^https?:/.test(part))
        throw new Error(
          `ATRIUM_ORIGIN contains ${part}, which is not an origin: use the form https://chat.example.com.`,
        );
      return new URL(part).origin;
    });

/** The host names of these origins. */
export const hostsIn = (list: string): string[] => originsIn(list).map((origin) => new URL(origin).hostname);

/**
 * Whether a request uses a loopback name or one of `hosts`. Any other name may be one that a malicious page has pointed
 * to this machine to read it (DNS rebinding).
 */
export const createKnownHosts = (hosts: readonly string[]) => {
  const known = new Set(hosts);
  return ({ headers: { host = '' } }: IncomingMessage): boolean => {
    const origin = `http://${host}`;
    if (!URL.canParse(origin)) return false;
    const { hostname } = new URL(origin);
    return isLoopback(hostname) || known.has(hostname);
  };
};

const year = 31_536_000;

/**
 * For how many seconds browsers that came by https use only https: ATRIUM_HSTS_SECONDS, otherwise a year if all origins
 * are https, otherwise undefined. Throws a sentence if it is not a number.
 */
export const httpsSecondsIn = ({ ATRIUM_HSTS_SECONDS: given, ATRIUM_ORIGIN = '' }: NodeJS.ProcessEnv) => {
  const origins = originsIn(ATRIUM_ORIGIN);
  if (!given) return origins.length > 0 && origins.every((one) => one.startsWith('https:')) ? year : undefined;
  if (!/^\d{1,9}$/.test(given)) throw new Error('ATRIUM_HSTS_SECONDS is not a number of seconds.');
  return Number(given);
};
