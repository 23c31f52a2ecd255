import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { FastifyInstance } from 'fastify';
import { basePath } from '../http/calls.ts';

export interface Visited {
  readonly status: number;
  readonly text: string;
  /** The target of a redirect; undefined for other answers. */
  readonly next: URL | undefined;
}

/** A simulated browser for tests of the service: it stores cookies and reports redirects. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  get(url: string): Promise<Visited>;
  /** Sends a form like a page of `origin`. */
  post(url: string, form: Readonly<Record<string, string>>, origin?: string): Promise<Visited>;
  call<const C extends CallDef>(
    call: C,
    input: InferInput<C['input']>,
  ): Promise<{ status: number; body: Infer<C['output']> & { msg?: string } }>;
}

export const createBrowser = (app: FastifyInstance, ownOrigin: string): TestBrowser => {
  const cookies = new Map<string, string>();
  const send = async (method: 'GET' | 'POST', url: string, payload?: string | object, headers = {}) => {
    const { pathname, search } = new URL(url, ownOrigin);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, expires } of answer.cookies)
      if (value === '' || (expires && expires.getTime() < Date.now())) cookies.delete(name);
      else cookies.set(name, value);
    return answer;
  };
  const visit = async (...request: Parameters<typeof send>): Promise<Visited> => {
    const { statusCode: status, body: text, headers } = await send(...request);
    const to = headers.location;
    return { status, text, next: to === undefined ? undefined : new URL(to, new URL(request[1], ownOrigin)) };
  };
  return {
    cookies,
    get: (url) => visit('GET', url),
    post: (url, form, origin = ownOrigin) =>
      visit('POST', url, new URLSearchParams(form).toString(), {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
      }),
    call: async (call, input) => {
      const answer = await send('POST', basePath + call.path, input, { origin: ownOrigin });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
};
