import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { answerReader, type AnswerPiece } from './answer-reader.ts';
import { diagnose, unreachable, type ErrorBody } from './diagnose.ts';
import { errorIn } from './error-body.ts';
import { messagesOf } from './messages.ts';
import { hasPictures } from './request-parts.ts';

/** The data of each server-sent event, and `undefined` for a line without any, as a comment that keeps a connection alive. */
export async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string | undefined> {
  let rest = '';
  // This protocol has no events of several lines.
  const dataIn = (line: string) => (line.startsWith('data:') ? line.slice(5).trim() : undefined);
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield dataIn(line);
  }
  if (rest !== '') yield dataIn(rest);
}

export interface Endpoint {
  /** As `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** False where the model takes words only. */
  readonly pictures?: boolean;
  /** False where it answers in one piece. */
  readonly streams?: boolean;
  readonly maxOutputTokens?: number | undefined;
  /** The reasoning effort that is requested. */
  readonly effort?: string | undefined;
  /** What is known of the endpoint by its answers; it outlives a request. */
  readonly known?: { reportsOnRequest: boolean | undefined };
}

interface Choice {
  readonly delta?: AnswerPiece;
  /** Of an answer in one piece. */
  readonly message?: AnswerPiece;
  readonly finish_reason?: string | null;
}
interface Usage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number } | null;
}
interface Chunk {
  readonly error?: unknown;
  readonly choices?: readonly Choice[];
  readonly usage?: Usage | null;
}

/** What a refused request says of its reason. */
const reasonOf = async (response: Response): Promise<ErrorBody> => {
  const text = await response.text();
  return errorIn(text) ?? { message: text };
};

const usageOf = (usage: Usage): ModelEvent => ({
  type: 'usage',
  usage: {
    input: usage.prompt_tokens ?? 0,
    output: usage.completion_tokens ?? 0,
    cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
    thought: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  },
});

const refusals = new Set([400, 404, 413, 415, 422]);
const ofPictures = /image|picture|vision|multi-?modal|mmproj/i;

/**
 * Whether a refusal may be because of the pictures: many models take words only. An inner error is one of the model unless
 * it speaks of pictures: asked again it could have answered with them.
 */
const mayBePictures = (status: number, { message = '' }: ErrorBody): boolean =>
  refusals.has(status) || (status >= 500 && ofPictures.test(message));

/** Reasons that have nothing to do with how a request is written. */
const ofContent = new Set(['too-long', 'refused']);

/** Whether a refusal may be because of the option that an endpoint does not know; with pictures it has to say so. */
const mayBeOption = async (response: Response, pictures: boolean): Promise<boolean> => {
  if (response.status !== 400 && response.status !== 422) return false;
  if (pictures) return /stream_options|include_usage/.test(await response.clone().text());
  return !ofContent.has(diagnose(await reasonOf(response.clone()), response, undefined).kind);
};

type Answer = Response & { readonly body: NonNullable<Response['body']> };
/** A web page is no answer of a model: something else is at that address. */
const isAnswer = (response: Response): response is Answer => response.ok && response.body !== null && !isPage(response);

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';
const isPage = (response: Response): boolean => typeOf(response).includes('text/html');

const ask = async (endpoint: Endpoint, request: ModelRequest, signal: AbortSignal) => {
  const { baseUrl, model, apiKey, streams = true, maxOutputTokens, effort } = endpoint;
  const limits = {
    ...(maxOutputTokens ? { max_tokens: maxOutputTokens } : {}),
    ...(effort ? { reasoning_effort: effort } : {}),
  };
  const { known = { reportsOnRequest: undefined } } = endpoint;
  const send = async (pictures: boolean, reports: boolean) =>
    fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({
        model,
        stream: streams,
        // Without being asked most endpoints report no use in a stream; some know no such option, and refuse it.
        ...(reports && streams ? { stream_options: { include_usage: true } } : {}),
        ...limits,
        messages: await messagesOf(request, pictures),
      }),
      signal,
    });
  const post = async (pictures: boolean) => {
    const asks = known.reportsOnRequest !== false;
    const response = await send(pictures, asks);
    if (response.ok && asks) known.reportsOnRequest = true;
    if (known.reportsOnRequest !== undefined || !(await mayBeOption(response, pictures))) return response;
    const without = await send(pictures, false);
    // What is refused without it, too, was not refused because of it.
    if (!without.ok) {
      await without.body?.cancel();
      return response;
    }
    await response.body?.cancel();
    known.reportsOnRequest = false;
    return without;
  };
  const pictures = endpoint.pictures !== false && hasPictures(request);
  const response = await post(pictures);
  if (isAnswer(response)) return { response, body: response.body, refused: false };
  const reason = await reasonOf(response);
  const failure = diagnose(reason, response, apiKey);
  if (!pictures || !mayBePictures(response.status, reason)) throw failure;
  const inWords = await post(false);
  // What is refused without them, too, was not refused because of them.
  if (isAnswer(inWords)) return { response: inWords, body: inWords.body, refused: true };
  await inWords.body?.cancel();
  throw failure;
};

/** Reasons for which an answer ends that is not whole. */
const endings: Readonly<Record<string, string>> = { length: 'answer-ended', content_filter: 'answer-filtered' };

/** The chunks of an answer; `undefined` for whatever only says that the endpoint is at work. */
async function* chunksOf({ response, body }: Awaited<ReturnType<typeof ask>>): AsyncGenerator<Chunk | undefined> {
  if (typeOf(response).includes('application/json')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    yield (await response.json()) as Chunk;
    // Whatever it says of its end: more does not come.
    yield { choices: [{ finish_reason: 'stop' }] };
    return;
  }
  for await (const data of serverEvents(body)) {
    // Read on to the end of the body: only then is the connection free for the next request.
    if (data === '[DONE]') yield { choices: [{ finish_reason: 'stop' }] };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    else yield data === undefined || data === '' ? undefined : (JSON.parse(data) as Chunk);
  }
}

/**
 * One answer of an OpenAI-compatible endpoint, read straight from the wire: a third of what the SDK's stream costs for
 * each token. It may come in one piece where the endpoint does not stream. Throws a `ModelFailure` where the endpoint
 * refuses, reports an error, or ends without having finished.
 */
async function* readCompletion(
  endpoint: Endpoint,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const answer = answerReader();
  let finished = false;
  let said = false;
  if (endpoint.pictures === false && hasPictures(request))
    yield { type: 'omission', omission: { kind: 'pictures-off' } };
  const asked = await ask(endpoint, request, signal);
  if (asked.refused) yield { type: 'omission', omission: { kind: 'pictures-refused' } };
  for await (const chunk of chunksOf(asked)) {
    if (!chunk) {
      yield { type: 'alive' };
      continue;
    }
    if (chunk.error) throw diagnose(errorIn(chunk) ?? {}, undefined, endpoint.apiKey);
    // Some report it with every chunk, each time for all of the answer.
    if (chunk.usage) yield usageOf(chunk.usage);
    const [choice] = chunk.choices ?? [];
    const piece = choice?.delta ?? choice?.message;
    for (const event of piece ? answer.push(piece) : []) {
      said ||= event.type === 'text';
      yield event;
    }
    const reason = choice?.finish_reason;
    if (!reason || finished) continue;
    finished = true;
    for (const event of answer.end()) {
      said ||= event.type === 'text';
      yield event;
    }
    const kind = endings[reason];
    if (kind) yield { type: 'omission', omission: { kind } };
    if (kind === 'answer-filtered' && !said) throw new ModelFailure('refused', 'The answer was filtered out whole.');
  }
  yield* answer.end();
  if (!finished)
    throw new ModelFailure('unreachable', 'The model broke off before its answer was finished.', { passing: true });
}

/** The same; whatever breaks a connection, or cannot be read, is a `ModelFailure`, too. */
export async function* streamCompletion(
  endpoint: Endpoint,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  try {
    yield* readCompletion(endpoint, request, signal);
  } catch (error) {
    throw unreachable(error);
  }
}
