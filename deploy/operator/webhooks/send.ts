import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { request as insecure } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '@atrium/shared-kernel/network/addresses';
import type { OperatorEvent } from './events.ts';

export interface Webhook {
  readonly url: string;
  readonly secret: Buffer;
}

/**
 * Parses ATRIUM_OPERATOR_WEBHOOKS: `https://… whsec_…` for each receiver, separated by spaces or commas. Throws a sentence if one
 * is invalid. The secret is base64, as in Standard Webhooks.
 */
export const webhooksIn = ({ ATRIUM_OPERATOR_WEBHOOKS: given = '' }: NodeJS.ProcessEnv): Webhook[] => {
  const words = given.split(/[\s,]+/).filter(Boolean);
  return Array.from({ length: Math.ceil(words.length / 2) }, (_, at) => {
    const [url = '', text = ''] = words.slice(2 * at, 2 * at + 2);
    const secret = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
    if (!URL.canParse(url) || !text.startsWith('whsec_') || secret.length < 24)
      throw new Error(
        'ATRIUM_OPERATOR_WEBHOOKS must list addresses, each with a secret: https://example.com/hook whsec_….',
      );
    return { url, secret };
  });
};

/** The signature of Standard Webhooks, over the id, the seconds since 1970 and the body. */
export const signatureOf = (secret: Buffer, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;

const timeoutMs = 10_000;

/** Allows only addresses of the public internet, resolved at the moment of connecting; `allowed` decides which. */
const guarded =
  (allowed: (ip: string) => boolean): LookupFunction =>
  (hostname, options, done) =>
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error ? undefined : addresses.find(({ address }) => allowed(address));
      if (error ?? !found) done(error ?? new Error(`${hostname} is not a public internet address.`), '', 4);
      else if (options.all) done(null, [found]);
      else done(null, found.address, found.family);
    });

/** Sends an event once. Rejects if it was not accepted. Redirects are not followed. */
export const sendEvent = (
  { url, secret }: Webhook,
  { id, type, at, data }: OperatorEvent,
  allowed: (ip: string) => boolean = isPublicAddress,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname } = new URL(url);
    const literal = hostname.replaceAll(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !allowed(literal)) {
      reject(new Error(`${hostname} is not a public internet address.`));
      return;
    }
    const body = JSON.stringify({ type, timestamp: at, data });
    const seconds = Math.floor(Date.now() / 1000);
    const sent = (protocol === 'https:' ? secure : insecure)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: guarded(allowed),
        timeout: timeoutMs,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': signatureOf(secret, id, seconds, body),
        },
      },
      (response) => {
        response.resume();
        const { statusCode = 500 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${hostname} answered ${statusCode}.`));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`${hostname} did not answer in time.`)));
    sent.on('error', reject);
    sent.end(body);
  });
