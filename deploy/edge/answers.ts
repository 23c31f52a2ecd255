import type { IncomingMessage, ServerResponse } from 'node:http';
import { fixedHeaders } from './policy.ts';

/** Responds to a request for a path. */
export type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

export const isSecure = ({ headers }: IncomingMessage): boolean => headers['x-forwarded-proto'] === 'https';

export const sendText = (response: ServerResponse, status: number, type: string, text: string) => {
  response.writeHead(status, {
    ...fixedHeaders,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
  });
  response.end(text);
};
export const notFound = (response: ServerResponse) => sendText(response, 404, 'text/plain', 'Not found.\n');
const methods = 'GET, HEAD';
export const wrongMethod = (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  response.setHeader('allow', methods);
  sendText(response, 405, 'text/plain', `Only ${methods} are supported here.\n`);
};
export const misdirected = (response: ServerResponse) =>
  sendText(
    response,
    421,
    'text/plain',
    'Atrium does not serve this address. ATRIUM_ORIGIN lists those that it serves.\n',
  );

/**
 * Redirects to the page, whose path begins with one slash: more would name a host. Nothing of what was sent is read,
 * stored or repeated.
 */
export const backToPage = (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  const location = (request.url ?? '/').replace(/^[/\\]+/, '/');
  response.writeHead(303, { ...fixedHeaders, location, 'cache-control': 'no-store' });
  response.end();
};
