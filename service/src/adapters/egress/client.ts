import { Agent, type Dispatcher, request } from 'undici';
import { isPublicAddress } from '@atrium/shared-kernel/network/addresses';
import type { WarnLog } from '../../log.ts';
import { encodings, readBody, TooManyBytes, UnknownEncoding } from './body.ts';
import { createGuardedConnector, type LookupAll, lookupAll, RefusedAddress } from './connect.ts';
import type { EgressAnswer, EgressClient, EgressFailure, EgressLimits } from '../../ports/egress.ts';

export interface EgressOptions {
  /** Whether an IP address may be reached. */
  readonly isPublic?: (ip: string) => boolean;
  readonly isPort?: (port: number) => boolean;
  readonly lookup?: LookupAll;
  readonly log?: WarnLog;
}

const webPorts = new Set([80, 443, 8080, 8443]);
const connectTimeout = 10_000;
const redirects = new Set([301, 302, 303, 307, 308]);
const headers = {
  'user-agent': 'Mozilla/5.0 (compatible; Atrium)',
  'accept-language': 'en;q=0.9, *;q=0.5',
  'accept-encoding': encodings,
};

const failed = (reason: EgressFailure, status?: number): EgressAnswer => ({
  ok: false,
  reason,
  ...(status === undefined ? {} : { status }),
});

/** Parses a URL of the web; undefined for other schemes, ports, and URLs with credentials. */
const readUrl = (url: string, base: URL | undefined, isPort: (port: number) => boolean): URL | undefined => {
  if (!URL.canParse(url, base)) return undefined;
  const read = new URL(url, base);
  const { protocol, username, password, port } = read;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return undefined;
  read.hash = '';
  return isPort(Number(port || (protocol === 'https:' ? 443 : 80))) ? read : undefined;
};

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header[0] : header) ?? '';
const typeOf = (header: string) => {
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const [, charset] = /charset\s*=\s*"?([\w:.-]+)/.exec(parameters.join(';')) ?? [];
  return { type: type.trim(), charset };
};

const reasonOf = (error: unknown, deadline: AbortSignal, signal: AbortSignal | undefined): EgressFailure => {
  if (signal?.aborted) return 'aborted';
  if (deadline.aborted) return 'time';
  if (error instanceof RefusedAddress) return 'address';
  if (error instanceof TooManyBytes) return 'bytes';
  if (error instanceof UnknownEncoding) return 'type';
  return 'network';
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Why an answer is not read; undefined if it is acceptable. */
const refusalOf = (
  { statusCode: status, headers: given }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  type: string,
  { types, maxBytes }: EgressLimits,
): EgressAnswer | undefined => {
  if (status < 200 || status > 299) return failed('status', status);
  if (!types.includes(type)) return failed('type');
  return Number(one(given['content-length'])) > maxBytes ? failed('bytes') : undefined;
};

/** Creates the only client with which the service fetches URLs that a user or a model names. */
export const createEgress = ({
  isPublic = isPublicAddress,
  isPort = (port) => webPorts.has(port),
  lookup = lookupAll,
  log,
}: EgressOptions = {}): EgressClient => {
  const agent = new Agent({
    connect: createGuardedConnector(isPublic, lookup, connectTimeout),
    connections: 4,
    pipelining: 1,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxHeaderSize: 16 * 1024,
  });

  const follow = async (url: URL, limits: EgressLimits, signal: AbortSignal, hops: number): Promise<EgressAnswer> => {
    const { types, maxBytes, maxRedirects } = limits;
    const answer = await request(url, {
      dispatcher: agent,
      signal,
      headers: { ...headers, accept: [...types, '*/*;q=0.1'].join(', ') },
    });
    const { statusCode: status, body } = answer;
    // An unread body is cut off, because the server decides how long it is.
    const discard = () => void body.on('error', () => undefined).destroy();
    const location = one(answer.headers.location);
    if (redirects.has(status) && location !== '') {
      discard();
      if (hops >= maxRedirects) return failed('redirects');
      const next = readUrl(location, url, isPort);
      return next ? follow(next, limits, signal, hops + 1) : failed('address');
    }
    const { type, charset } = typeOf(one(answer.headers['content-type']));
    const refusal = refusalOf(answer, type, limits);
    if (refusal) {
      discard();
      return refusal;
    }
    const encoding = one(answer.headers['content-encoding']).trim().toLowerCase();
    return { ok: true, url: url.href, type, charset, body: await readBody(body, encoding, maxBytes) };
  };

  return {
    get: async (url, limits, signal) => {
      const first = readUrl(url, undefined, isPort);
      if (!first) return failed('address');
      const deadline = AbortSignal.timeout(limits.timeout);
      try {
        return await follow(first, limits, signal ? AbortSignal.any([signal, deadline]) : deadline, 0);
      } catch (error) {
        const reason = reasonOf(error, deadline, signal);
        // The log does not name the site, which is private to the user. Operators only need to know that sites fail.
        if (reason === 'network')
          log?.warn({ type: nameOf(error), code: codeOf(error) }, 'A website could not be reached.');
        return failed(reason);
      }
    },
    close: () => agent.destroy(),
  };
};
