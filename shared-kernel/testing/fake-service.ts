import { callTable } from '../contracts/call-table.ts';
import type { CallDef, Infer, InferInput } from '../contracts/define.ts';
import { answerOf } from '../contracts/failures/answer.ts';
import { type DetailsArgument, type FailureCode, failureCodesOf } from '../contracts/failures/failures.ts';
import { schemaFor } from '../contracts/schema.ts';

/** An answer with an error status, as from an old service or a proxy: `throw new Failure(503, {})`. */
export class Failure extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, body: Record<string, unknown> | string) {
    super(`Failure ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { msg: body } : body;
  }
}

/** An expected failure as the service answers it: `throw failureOf('stale', { revision })`. */
export const failureOf = <Code extends FailureCode>(code: Code, ...details: DetailsArgument<Code>): Failure => {
  const { status, body } = answerOf(code, ...details);
  return new Failure(status, body);
};

/** A failure of the network. */
export class Unreachable extends Error {}

type Answer<C extends CallDef> = C extends { item: CallDef['input'] }
  ? AsyncIterable<Infer<C['item']>> | Iterable<Infer<C['item']>>
  : InferInput<C['output']>;
type Handler = (input: never, signal: AbortSignal | undefined) => unknown;

export interface FakeService {
  readonly fetch: typeof fetch;
  /** Requests in the order of their arrival, by the call's name. */
  readonly requests: { call: string; input: unknown; basedOn?: string }[];
  /** Answers a call from now on. The result is checked against the contract. */
  answer<C extends CallDef>(
    call: C,
    handler: (input: Infer<C['input']>, signal: AbortSignal | undefined) => Answer<C> | Promise<Answer<C>>,
  ): void;
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const lines = (items: AsyncIterable<unknown> | Iterable<unknown>) => {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      try {
        for await (const item of items) controller.enqueue(encoder.encode(`${JSON.stringify(item)}\n`));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
};

/** A service made from the call table. An unknown path, a wrong method or an invalid input fails the caller. */
export const createFakeService = (basePath = '/api'): FakeService => {
  const handlers = new Map<string, Handler>();
  const requests: FakeService['requests'] = [];

  const send = async (request: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const url = new URL(request instanceof Request ? request.url : request, 'http://atrium.test');
    const call = callTable.find((one) => `${basePath}${one.path}` === url.pathname);
    if (!call || call.method !== (init?.method ?? 'GET')) throw new Error(`No call ${init?.method} ${url.pathname}`);
    const data: unknown =
      call.method === 'GET'
        ? Object.fromEntries(url.searchParams)
        : JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    const input = schemaFor(call.input).safeParse(data);
    if (!input.success) return json(400, { msg: `Out of contract: ${JSON.stringify(input.error.issues)}` });
    const basedOn = new Headers(init?.headers).get('if-match');
    requests.push({ call: call.name, input: input.data, ...(basedOn === null ? {} : { basedOn }) });
    const handler = handlers.get(call.name);
    if (!handler) {
      const { status, body } = answerOf(call.name === 'session.getUser' ? 'not-signed-in' : 'not-available');
      return json(status, body);
    }
    const signal = init?.signal ?? undefined;
    try {
      const answer = await handler(input.data as never, signal);
      if (signal?.aborted) throw new DOMException('Aborted', 'AbortError');
      if (call.item) return new Response(lines(answer as Iterable<unknown>), { status: 200 });
      return json(200, schemaFor(call.output).parse(answer));
    } catch (error) {
      if (error instanceof Failure) {
        const { code } = error.body;
        if (typeof code === 'string' && !failureCodesOf(call).includes(code as FailureCode))
          throw new Error(`${call.name} does not declare the failure ${code}.`, { cause: error });
        return json(error.status, error.body);
      }
      if (error instanceof Unreachable) throw new TypeError('Failed to fetch', { cause: error });
      throw error;
    }
  };

  return {
    fetch: send,
    requests,
    answer: (call, handler) => void handlers.set(call.name, handler),
  };
};
