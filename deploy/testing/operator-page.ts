import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operatorHandler } from '../operator/start-operator.ts';
import { sessionCookie } from '../operator/sessions.ts';
import { freePort } from './free-port.ts';
import type { Victim } from './attacks/victim.ts';

const listen = async (server: Server, port = 0): Promise<number> => {
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The cookies that were set, as `name=value`. */
  readonly cookies: readonly string[];
}
interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
}

/** A service that accepts the password `right` for everybody, and adds the address of each sign-in to `callers`. */
const createPasswordService = (callers: string[]): Server =>
  createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (data: Buffer) => (text += data.toString()));
    incoming.on('end', () => {
      const { email = '', password, ip = '' } = JSON.parse(text || '{}') as Readonly<Record<string, string>>;
      callers.push(ip);
      response.writeHead(password === 'right' ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(password === 'right' ? { email } : { code: 'wrong-credentials' }));
    });
  });

const sendTo = (
  port: number,
  path: string,
  { method = 'GET', headers = {}, form, json }: RequestOptions,
): Promise<PageAnswer> =>
  new Promise((resolve, reject) => {
    const body = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : undefined;
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `localhost:${port}`, ...(body ? { 'content-type': type } : {}), ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (data: string) => (text += data));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text,
            headers: response.headers,
            cookies: (response.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0] ?? ''),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** The operator page of a victim, with a service that accepts the password `right` for everybody. */
export const openOperatorPage = async (victim: Victim, env: NodeJS.ProcessEnv = {}) => {
  const callers: string[] = [];
  const service = createPasswordService(callers);
  const servicePort = await listen(service);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const reports: string[] = [];
  const { handler, desk } = operatorHandler({
    environment: 'live',
    origin,
    product: 'http://localhost:8080',
    open: () => victim.context(),
    service: { host: '127.0.0.1', port: servicePort },
    report: (problem) => reports.push(problem),
    env,
  });
  const server = createServer(handler);
  await listen(server, port);
  const send = (path: string, options: RequestOptions = {}): Promise<PageAnswer> => sendTo(port, path, options);
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  /** Signs a user in. Gives the requests that their browser can make then. */
  const signIn = async (email: string) => {
    const answer = await send('/sign-in', { method: 'POST', headers: own, form: { email, password: 'right' } });
    const cookie = answer.cookies.find((one) => one.startsWith(sessionCookie)) ?? '';
    const get = (path: string) => send(path, { headers: { cookie } });
    const token = /name="token" value="([^"]+)"/.exec((await get('/')).text)?.[1] ?? '';
    const post = (
      path: string,
      form: Readonly<Record<string, string>> = {},
      headers: Readonly<Record<string, string>> = own,
    ) => send(path, { method: 'POST', headers: { cookie, ...headers }, form: { token, ...form } });
    return { cookie, token, get, post, answer };
  };
  return {
    origin,
    own,
    reports,
    /** The addresses of sign-ins as the service was told them. */
    callers,
    desk,
    send,
    signIn,
    end() {
      for (const one of [server, service]) {
        one.closeAllConnections();
        one.close();
      }
    },
  };
};
export type OperatorPageStage = Awaited<ReturnType<typeof openOperatorPage>>;
