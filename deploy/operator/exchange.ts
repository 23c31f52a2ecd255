import type { IncomingMessage, ServerResponse } from 'node:http';
import { pageHeaders } from './html.ts';

const largest = 64 * 1024;

/** The request is malformed, or comes from a page of another origin. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const data = Buffer.from(chunk);
    size += data.length;
    if (size > largest) throw new Refused(413, 'This form is too large.');
    chunks.push(data);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** The fields of a form that a page of this origin sent. Throws for any other page, whatever it sends. */
export const formOf = async (request: IncomingMessage, origin: string): Promise<Readonly<Record<string, string>>> => {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (headers.origin !== origin || (site !== undefined && site !== 'same-origin'))
    throw new Refused(403, 'Changes can only be made on the operator pages.');
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new Refused(415, 'Only form submissions are accepted here.');
  return Object.fromEntries(new URLSearchParams(await bodyOf(request)));
};

/** Other sites may link here, but requests from embedded content or scripts of theirs are refused. */
export const requireNavigation = ({ headers }: IncomingMessage): void => {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  if (headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document')
    throw new Refused(403, 'This page cannot be embedded.');
};

export const send = (
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: object = {},
): void => {
  response.writeHead(status, { ...pageHeaders, 'content-type': `${type}; charset=utf-8`, ...headers });
  response.end(text);
};
export const sendJson = (response: ServerResponse, status: number, body: object, headers: object = {}): void =>
  send(response, status, 'application/json', `${JSON.stringify(body, undefined, 2)}\n`, headers);
export const redirect = (response: ServerResponse, location: string, cookies: readonly string[] = []): void => {
  response.writeHead(303, { ...pageHeaders, location, ...(cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}) });
  response.end();
};

/** A path of this origin; the overview for anything else. */
export const safeNext = (given: string | undefined): string =>
  given !== undefined && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : '/';
