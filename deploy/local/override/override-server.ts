import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { sendFile } from '../../edge/assets.ts';
import { createKnownHosts } from '../../edge/known-hosts.ts';
import { sentenceOf } from '../problem.ts';
import type { SourceBuild } from './compiler.ts';
import { overridePage } from './override-page.ts';
import { base, paths } from './paths.ts';
import { type Answer, createUpstream } from './upstream.ts';

export interface OverrideOptions {
  /** The edge of the environment. */
  readonly against: URL;
  readonly remote: string;
  readonly source: SourceBuild;
  readonly log: (line: string) => void;
}

const cookie = 'atrium_override';
const never = { 'cache-control': 'no-store' };
const withinProduct = /^\/(?![/\\])/;

const isOn = (request: IncomingMessage, remote: string): boolean =>
  (request.headers.cookie ?? '').split(/;\s*/).includes(`${cookie}=${remote}`);

/** A path that cannot be decoded names no file. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return '\0';
  }
};

const sendText = (response: ServerResponse, status: number, text: string) => {
  response.writeHead(status, { ...never, 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
};

/** Only a page of this origin, or the address bar, may set or end an override. */
const choose = (remote: string, request: IncomingMessage, response: ServerResponse, url: URL) => {
  const site = request.headers['sec-fetch-site'];
  if (site && site !== 'none' && site !== 'same-origin') {
    sendText(response, 403, 'Open this page directly to set an override.\n');
    return;
  }
  const to = url.searchParams.get('to') ?? '/';
  const value = url.pathname === paths.start ? `${cookie}=${remote}` : `${cookie}=; Max-Age=0`;
  response.writeHead(303, {
    ...never,
    location: withinProduct.test(to) ? to : '/',
    'set-cookie': `${value}; Path=/; HttpOnly; SameSite=Lax`,
  });
  response.end();
};

/**
 * One origin that serves a whole environment, with one remote from source for the browsers that chose it. The choice is
 * a session cookie. Without it, every response is the environment's own.
 */
export const createOverrideServer = ({ against, remote, source, log }: OverrideOptions): Server => {
  const upstream = createUpstream(against, (response) =>
    sendText(response, 502, `${against.origin} cannot be reached.\n`),
  );

  const sendPage = (response: ServerResponse, origin: string, { status, headers, html }: Answer) => {
    const policy = headers['content-security-policy'] ?? '';
    const sent = { html, policy };
    let shown = sent;
    try {
      shown = overridePage(sent, { release: source.release(), script: source.script(), origin });
    } catch (error) {
      log(sentenceOf(error));
    }
    const changed = shown !== sent;
    // Updates of the remote cannot have a hash, which this header requires of every script.
    const { 'integrity-policy': integrity, 'content-length': _, ...rest } = headers;
    const body = Buffer.from(shown.html);
    response.writeHead(status, {
      ...rest,
      ...(integrity && !changed ? { 'integrity-policy': integrity } : {}),
      ...(shown.policy ? { 'content-security-policy': shown.policy } : {}),
      ...(changed ? never : {}),
      'content-length': body.length,
    });
    response.end(body);
  };

  const sendOwn = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const { pathname } = url;
    if (pathname === paths.start || pathname === paths.reset) choose(remote, request, response, url);
    else if (pathname === paths.events) source.listen(response);
    else {
      const file = { root: source.folder, file: decoded(pathname.slice(base.length)) };
      if (!(await sendFile(request, response, file, { ...never, 'x-content-type-options': 'nosniff' })))
        sendText(response, 404, 'Not found.\n');
    }
  };

  const isKnown = createKnownHosts([]);
  const server = createServer((request, response) => {
    if (!isKnown(request)) {
      sendText(response, 421, 'Overrides work on this machine only.\n');
      return;
    }
    const origin = `http://${request.headers.host ?? 'localhost'}`;
    const target = request.url ?? '/';
    if (target.startsWith(base) && URL.canParse(target, origin))
      void sendOwn(request, response, new URL(target, origin));
    else if (isOn(request, remote) && request.method === 'GET' && request.headers.accept?.includes('text/html'))
      upstream.forward(request, response, origin, (page) => sendPage(response, origin, page));
    else upstream.forward(request, response, origin);
  });
  server.requestTimeout = 0;
  server.on('close', () => upstream.close());
  return server;
};
