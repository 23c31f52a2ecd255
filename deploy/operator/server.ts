import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { callerAddress } from '@atrium/shared-kernel/network/proxies';
import { headOf } from '../release/operators/audit.ts';
import { answerApi } from './api.ts';
import { DeskRefusal } from './desk.ts';
import { formOf, Refused, redirect, requireNavigation, send, sendJson } from './exchange.ts';
import { alertText, markup, linesText, pageText } from './html.ts';
import { createPages } from './operator-pages.ts';
import { cookieIn, createSessions, sessionCookie } from './sessions.ts';
import { createSignIn } from './sign-in/routes.ts';
import type { OperatorHandlerOptions, Visit } from './visit.ts';

const words: Readonly<Partial<Record<number, string>>> = { 404: 'Page not found', 405: 'Not possible' };

interface OperatorRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

const visitOf = (
  { environment, origin, isProxy }: OperatorHandlerOptions,
  sessions: ReturnType<typeof createSessions>,
  { request, response, url }: OperatorRequest,
): Visit => {
  const session = sessions.find(cookieIn(request.headers.cookie, sessionCookie));
  const person = session && { name: session.identity.replace(/^\w+:/, ''), token: session.token };
  return {
    request,
    response,
    // Read before anything is awaited: a connection that was closed in the meantime has no address any more.
    ip: callerAddress(request.socket.remoteAddress ?? '', String(request.headers['x-forwarded-for'] ?? ''), isProxy),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    session,
    show(title, content, { status = 200, cookies = [], passkey = false, again } = {}) {
      const text = pageText({ environment, title, person, content, passkey, again });
      send(response, status, 'text/html', text, cookies.length > 0 ? { 'set-cookie': cookies } : {});
    },
    openForm: () => formOf(request, origin),
    async form() {
      const fields = await formOf(request, origin);
      if (session && fields['token'] !== session.token)
        throw new Refused(403, 'This form is from another sign-in. Open the page again.');
      return fields;
    },
  };
};

const fail = (visit: Visit, error: unknown, report: (problem: string) => void) => {
  if (error instanceof DeskRefusal)
    visit.show(
      'That didn’t work',
      markup`${alertText(error.message)}${error.lines.length > 0 ? markup`<div class="card">${linesText(error.lines)}</div>` : ''}
        <p class="about"><a href="/">Back to the overview</a></p>`,
      {
        status: error.code === 'unknown' ? 404 : error.code === 'not-allowed' ? 403 : 409,
      },
    );
  else if (error instanceof Refused)
    visit.show(
      words[error.status] ?? 'That didn’t work',
      markup`${alertText(error.message)}
        <p class="about"><a href="/">Back to the overview</a></p>`,
      { status: error.status },
    );
  else {
    report(`The operator page failed: ${error instanceof Error ? error.message : String(error)}`);
    visit.show(
      'Something went wrong',
      markup`${alertText('Nothing was changed. Try again; the log says what happened.')}`,
      { status: 500 },
    );
  }
};

/**
 * The pages and the HTTP API of operators, on an origin of their own. They only request changes; the signer executes
 * them.
 */
export const createOperatorHandler = (options: OperatorHandlerOptions): RequestListener => {
  const { environment, origin, report } = options;
  const { host } = new URL(origin);
  const sessions = createSessions(options.now);
  const signIn = createSignIn({ ...options, sessions });
  const pages = createPages({ environment, desk: options.desk });

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const visit = visitOf(options, sessions, { request, response, url });
    try {
      if (visit.path === '/audit-head.json') {
        sendJson(response, 200, { environment, ...headOf(await (await options.desk()).trail()) });
        return;
      }
      if (visit.path.startsWith('/api/')) {
        await answerApi(await options.desk(), request, response, visit.path);
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST')
        throw new Refused(405, 'Only GET and POST are supported here.');
      if (request.method !== 'POST') requireNavigation(request);
      if (await signIn(visit)) return;
      if (!visit.session) {
        if (request.method === 'POST') await visit.form();
        const next = request.method === 'POST' ? '/' : `${url.pathname}${url.search}`;
        redirect(response, `/sign-in?next=${encodeURIComponent(next)}`);
        return;
      }
      await pages(visit, visit.session);
    } catch (error) {
      fail(visit, error, report);
    }
  };

  return (request, response) => {
    if (options.httpsSeconds !== undefined && origin.startsWith('https:'))
      response.setHeader('strict-transport-security', `max-age=${options.httpsSeconds}`);
    if (request.url === '/healthz') send(response, 200, 'text/plain', 'ok\n');
    else if (request.headers.host !== host) send(response, 421, 'text/plain', `The operator page is at ${origin}.\n`);
    else if (!URL.canParse(request.url ?? '/', origin))
      send(response, 400, 'text/plain', 'This is not a valid address.\n');
    else
      void answer(request, response, new URL(request.url ?? '/', origin)).catch((error: unknown) => {
        report(`The operator page failed: ${error instanceof Error ? error.message : String(error)}`);
        response.destroy();
      });
  };
};
