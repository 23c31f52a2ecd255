import type { CallDef, Infer, InferInput } from '../contracts/define.ts';
import { checkedAs } from '../contracts/schema.ts';
import { CallFailure } from './call-failure.ts';
import { isGeneralFailure } from './failure.ts';
import { ndjson } from './ndjson.ts';
import type { UploadOptions } from './upload.ts';
import { getFailed, postFailed } from '../contracts/sentences.ts';

export { CallFailure } from './call-failure.ts';
/** @deprecated until 2027-05-31: use CallFailure. */
export { CallFailure as CallError } from './call-failure.ts';
/** @deprecated until 2027-05-31: use isCallFailure of the part `failure`. */
export { isCallFailure as isCallError } from './failure.ts';
export { messageOf } from './failure.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The `revision` that a change is based on, for calls that take one. */
  readonly basedOn?: string | undefined;
  /** Lets the call finish even if the page is closed meanwhile. For bodies below 64 kB. */
  readonly keepalive?: boolean;
}

/** Both reject with a `CallFailure`: a failure of the network or an answer that is not 2xx. */
export interface Client<Calls extends CallDef = CallDef> {
  call<C extends Calls>(call: C, input: InferInput<C['input']>, options?: CallOptions): Promise<Infer<C['output']>>;
  /** Yields items as they arrive. Lines of another shape are skipped. Ends with the answer. */
  stream<C extends Calls & { item: CallDef['input'] }>(
    call: C,
    input: InferInput<C['input']>,
    options?: CallOptions,
  ): AsyncIterable<Infer<C['item']>>;
  /** PUT of a file to a presigned URL. */
  upload(url: string, file: Blob, options?: UploadOptions): Promise<void>;
}

export interface ClientOptions {
  /** The service base path, such as `/api`. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** The user of the page: an id, `none` for a visitor, undefined while that is unknown. */
  readonly person?: () => string | undefined;
  /**
   * Called for every 401 except that of the user fetch itself (A7.34), and for calls that name another user than the
   * signed-in one.
   */
  readonly onUnauthorized: () => void;
  /** Called for answers and lines that break their contract. */
  readonly onBadAnswer: (call: string, reason: string) => void;
}

const networkMessage = (call: CallDef) => (call.method === 'GET' ? getFailed : postFailed);

const query = (input: unknown): string => {
  const entries = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
};

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** What a call throws where its request or the body of its answer failed: an abort stays what it is. */
const lost = (error: unknown, call: CallDef): unknown =>
  isAbort(error) || error instanceof CallFailure
    ? error
    : new CallFailure(0, '', { msg: networkMessage(call) }, networkMessage(call));

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const headersOf = (get: boolean, person: string | undefined, basedOn: string | undefined) => ({
  ...(get ? {} : { 'content-type': 'application/json' }),
  ...(person ? { 'atrium-person': person } : {}),
  ...(basedOn ? { 'if-match': `"${basedOn}"` } : {}),
});

/**
 * Creates the only client of the service. It adds credentials, throws the error shape of A7.33 and A8, and checks
 * answers against the contract.
 */
export const createClient = ({
  baseUrl,
  fetch: send = fetch,
  person,
  onUnauthorized,
  onBadAnswer,
}: ClientOptions): Client => {
  const request = async (
    call: CallDef,
    input: unknown,
    { signal, basedOn, keepalive }: CallOptions,
  ): Promise<Response> => {
    const get = call.method === 'GET';
    let response: Response;
    try {
      response = await send(`${baseUrl}${call.path}${get ? query(input) : ''}`, {
        method: call.method,
        credentials: 'include',
        signal: signal ?? null,
        keepalive: keepalive ?? false,
        headers: headersOf(get, person?.(), basedOn),
        ...(get ? {} : { body: JSON.stringify(input) }),
      });
    } catch (error) {
      throw lost(error, call);
    }
    if (response.ok) return response;
    const { status, statusText } = response;
    // The status says enough where the connection breaks after it.
    const body = await bodyOf(response).catch((error: unknown) => {
      if (isAbort(error)) throw error;
    });
    const error = new CallFailure(status, statusText, body, `${call.name}: ${status}`);
    if ((status === 401 && call.name !== 'session.getUser') || isGeneralFailure(error, 'other-person'))
      onUnauthorized();
    throw error;
  };

  return {
    async call(call, input, options = {}) {
      const response = await request(call, input, options);
      const body = await bodyOf(response).catch((error: unknown) => {
        throw lost(error, call);
      });
      const answer = checkedAs<(typeof call)['output']>(call.output, body);
      if (answer.success) return answer.data;
      onBadAnswer(call.name, answer.error.issues.map((issue) => issue.path.join('.')).join(', '));
      throw new CallFailure(response.status, 'Unexpected answer', undefined, `${call.name}: unexpected answer`);
    },
    async *stream(call, input, options = {}) {
      const response = await request(call, input, options);
      if (!response.body) return;
      try {
        for await (const line of ndjson(response.body, (bad) => onBadAnswer(call.name, bad.slice(0, 200)))) {
          const item = checkedAs<(typeof call)['item']>(call.item, line);
          if (item.success) yield item.data;
        }
      } catch (error) {
        throw lost(error, call);
      }
    },
    // Loaded on demand, because most visits send no file.
    upload: async (...file) => (await import('./upload.ts')).upload(...file),
  };
};
