import type { CallDef, Infer, InferInput } from '@atrium/shared-kernel/contracts/define';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sessionCookie } from '../http/cookies.ts';
import { basePath } from '../http/calls.ts';

type Item<C extends CallDef> = C extends { item: infer S } ? Infer<S> : never;

export interface Answer<T> {
  readonly status: number;
  readonly body: T & { msg?: string };
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestClient {
  /** Makes a call. A failure is returned as an answer too. */
  call<const C extends CallDef>(call: C, input: InferInput<C['input']>): Promise<Answer<Infer<C['output']>>>;
  /** Makes a streamed call and reads it to its end. */
  stream<const C extends CallDef>(
    call: C,
    input: InferInput<C['input']>,
  ): Promise<{ status: number; items: Item<C>[]; body: string }>;
  /** Sends a request whose answer does not end, and returns it with the first line. */
  begin(options: InjectOptions): Promise<Answer<unknown>>;
  /** Sends any request, with this client's session and the product's Origin unless `options` override them. */
  request(options: InjectOptions): Promise<Answer<unknown> & { text: string }>;
  /** The session's token. */
  token(): Promise<string | undefined>;
}

const query = (input: unknown): string => {
  const entries = Object.entries(input as object).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
};

const optionsOf = (call: CallDef, input: unknown): InjectOptions =>
  call.method === 'GET'
    ? { method: 'GET', url: `${basePath}${call.path}${query(input)}` }
    : { method: 'POST', url: basePath + call.path, payload: input as object };

/** A client that calls the service like a browser. `open` is called once for the session's token when it is needed. */
export const createClient = (app: FastifyInstance, origin: string, open?: () => Promise<string>): TestClient => {
  let opened: Promise<string> | undefined;
  const token = async () => (open ? (opened ??= open()) : undefined);
  const send = async (options: InjectOptions) => {
    const session = await token();
    const headers = { origin, ...(session ? { cookie: `${sessionCookie}=${session}` } : {}), ...options.headers };
    return app.inject({ ...options, headers });
  };
  return {
    token,
    call: async (call, input) => {
      const { statusCode, body, headers } = await send(optionsOf(call, input));
      return { status: statusCode, body: parsed(body) as never, headers };
    },
    stream: async (call, input) => {
      const { statusCode, body } = await send(optionsOf(call, input));
      const lines = statusCode === 200 ? body.split('\n').filter(Boolean) : [];
      return { status: statusCode, items: lines.map((line) => JSON.parse(line) as never), body };
    },
    begin: async (options) => {
      const answer = await send({ ...options, payloadAsStream: true });
      let first = '';
      for await (const chunk of answer.stream()) {
        first = String(chunk);
        break;
      }
      // Disconnects like a browser that leaves.
      answer.raw.res.destroy();
      return { status: answer.statusCode, body: parsed(first) as { msg?: string }, headers: answer.headers };
    },
    request: async (options) => {
      const { statusCode, body, headers } = await send(options);
      return { status: statusCode, body: parsed(body) as { msg?: string }, headers, text: body };
    },
  };
};
