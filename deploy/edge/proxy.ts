import { Agent, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { followChanges } from '@atrium/shared-kernel/contracts/calls/changes';
import type { Upstream } from '../release/upstream.ts';

const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection'];
const unavailable = JSON.stringify({ msg: 'Atrium can’t reach its service right now. Please try again in a moment.' });

/**
 * Header in which the edge identifies a browser that reports. A value that the browser itself sends is never forwarded.
 */
export const reporterHeader = 'x-atrium-reporter';

/** Streams for as long as a page is open, which connects again when it ends. */
const endless = `/api${followChanges.path}`;

/** These have no body. One that came along would be taken for the next request on the connection to the service. */
const isBodyless = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

const forwarded = (request: IncomingMessage) => {
  const headers = { ...request.headers };
  for (const name of [...hopByHop, reporterHeader]) delete headers[name];
  if (isBodyless(request)) delete headers['content-length'];
  const before = request.headers['x-forwarded-for'];
  const from = request.socket.remoteAddress ?? '';
  return {
    ...headers,
    'x-forwarded-for': before ? `${String(before)}, ${from}` : from,
    'x-forwarded-proto': request.headers['x-forwarded-proto'] ?? 'http',
    'x-forwarded-host': request.headers['x-forwarded-host'] ?? request.headers.host ?? '',
  };
};

interface Read {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reports the first failure of the service, and nothing more until it has answered again. */
const createOutages = (report: (problem: string) => void) => {
  let isDown = false;
  return {
    failed(error: NodeJS.ErrnoException) {
      // A name with several addresses fails with a code and without a message.
      if (!isDown) report(`The service does not answer: ${error.message || String(error.code)}.`);
      isDown = true;
    },
    answered() {
      isDown = false;
    },
  };
};

/**
 * Forwards requests to the service and streams its responses back without buffering. When a client disconnects, the
 * request to the service is aborted; if the service is down, the response is 503 with a `{ msg }`, and `report` receives
 * a sentence once. `headers` are added unless the service sets them itself.
 */
export const createProxy = (
  upstream: Upstream,
  headers: Readonly<Record<string, string>>,
  report: (problem: string) => void = () => {},
) => {
  const outages = createOutages(report);
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, keepAliveMsecs: 15_000 });
  /** What ends each of the endless streams that are open. */
  const endings = new Set<() => void>();
  let isEnding = false;

  const pass = (request: IncomingMessage, response: ServerResponse, retried = false, read?: Read): void => {
    const bodyless = isBodyless(request);
    const length = read && { 'content-length': String(Buffer.byteLength(read.text)) };
    // Node frames the pieces of a body by itself only for some methods.
    const pieces = request.headers['transfer-encoding'] && !read && { 'transfer-encoding': 'chunked' };
    const onward = send({
      ...upstream,
      agent,
      method: request.method,
      path: request.url,
      headers: { ...forwarded(request), ...(bodyless ? {} : { ...pieces, ...length }), ...read?.headers },
    });
    const gone = () => onward.destroy();
    response.once('close', gone);
    onward.on('response', (answer) => {
      outages.answered();
      const passed = { ...headers, ...answer.headers };
      for (const name of hopByHop) delete passed[name];
      response.writeHead(answer.statusCode ?? 502, passed);
      response.flushHeaders();
      answer.on('error', () => response.destroy());
      answer.pipe(response);
      if (request.url?.split('?', 1)[0] !== endless) return;
      const end = () => {
        answer.unpipe(response);
        response.end();
      };
      endings.add(end);
      response.once('close', () => endings.delete(end));
      if (isEnding) end();
    });
    onward.on('error', (error) => {
      response.off('close', gone);
      if (response.destroyed) return;
      if (response.headersSent) {
        response.destroy();
        return;
      }
      // The idle connection may have been closed by a service that has ended since.
      if (onward.reusedSocket && bodyless && !retried) {
        pass(request, response, true);
        return;
      }
      outages.failed(error);
      // A client that sends all of its body before it reads would wait for the rest to be taken.
      request.unpipe(onward).resume();
      response.writeHead(503, { ...headers, 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
      response.end(unavailable);
    });
    if (read) onward.end(read.text);
    else if (bodyless) {
      request.resume();
      onward.end();
    } else request.pipe(onward);
  };

  return {
    pass: (request: IncomingMessage, response: ServerResponse) => pass(request, response),
    /** Forwards a request whose body has already been read, or was created anew. */
    passRead: (request: IncomingMessage, response: ServerResponse, read: Read) => pass(request, response, false, read),
    /** Ends the streams that only pages end, also those that begin later, so that they connect again elsewhere. */
    endEndless() {
      isEnding = true;
      for (const end of endings) end();
    },
    close: () => agent.destroy(),
  };
};
