import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection'];
/** Headers that apply only to the environment's own origin. */
const itsOwn = ['strict-transport-security', 'alt-svc'];

export interface Answer {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly html: string;
}

const without = (headers: http.IncomingHttpHeaders, names: readonly string[]): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** A cookie of the environment as this origin, on plain http, may set it. */
const ownCookie = (cookie: string) => cookie.replaceAll(/;\s*(secure|domain=[^;]*)(?=;|$)/gi, '');

/**
 * The edge of an environment, local or remote. Requests look like those of its own page: `origin` is replaced by the
 * edge's. Requests and responses are streamed; a page is passed as text to callers that handle `onPage`.
 */
export const createUpstream = (against: URL, unreachable: (response: ServerResponse) => void) => {
  const client = against.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: Infinity });

  const passedBack = (answer: IncomingMessage, origin: string): http.OutgoingHttpHeaders => {
    const headers = without(answer.headers, [...hopByHop, ...itsOwn]);
    const { location, 'set-cookie': cookies } = answer.headers;
    if (location) headers['location'] = location.replace(against.origin, origin);
    if (cookies) headers['set-cookie'] = cookies.map(ownCookie);
    return headers;
  };

  /** `onPage` receives responses that are HTML; everything else is forwarded unchanged. */
  const forward = (
    request: IncomingMessage,
    response: ServerResponse,
    origin: string,
    onPage?: (page: Answer) => void,
  ): void => {
    const headers = without(request.headers, [...hopByHop, ...(onPage ? ['accept-encoding', 'if-none-match'] : [])]);
    headers['host'] = against.host;
    for (const name of ['origin', 'referer'])
      if (typeof headers[name] === 'string') headers[name] = headers[name].replace(origin, against.origin);
    const onward = client.request({
      agent,
      protocol: against.protocol,
      host: against.hostname,
      port: against.port,
      method: request.method,
      path: request.url,
      headers,
    });
    response.once('close', () => onward.destroy());
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) unreachable(response);
    });
    onward.on('response', (answer) => {
      const status = answer.statusCode ?? 502;
      answer.on('error', () => response.destroy());
      if (onPage && answer.headers['content-type']?.startsWith('text/html'))
        text(answer).then(
          (html) => onPage({ status, headers: passedBack(answer, origin), html }),
          () => response.destroy(),
        );
      else {
        response.writeHead(status, passedBack(answer, origin));
        response.flushHeaders();
        answer.pipe(response);
      }
    });
    request.pipe(onward);
  };
  return { forward, close: () => agent.destroy() };
};
