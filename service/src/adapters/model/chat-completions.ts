import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { answerReader, type AnswerPiece } from './answer-reader.ts';
import { diagnose, incomplete, mayBePictures, unreachable, type ErrorBody } from './diagnose.ts';
import { errorIn } from './error-body.ts';
import { messagesOf } from './messages.ts';
import { hasPictures } from './request-parts.ts';

/**
 * The data of each server-sent event, and `undefined` for other lines, such as comments that keep the connection alive.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string | undefined> {
  let remainder = '';
  // In this protocol every event has a single line of data.
  const dataIn = (line: string) => (line.startsWith('data:') ? line.slice(5).trim() : undefined);
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (remainder + piece).split('\n');
    remainder = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield dataIn(line);
  }
  if (remainder !== '') yield dataIn(remainder);
}

export interface Endpoint {
  /** Such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** False if the model accepts text only. */
  readonly pictures?: boolean;
  /** False if it answers in one piece. */
  readonly streams?: boolean;
  readonly maxOutputTokens?: number | undefined;
  /** The reasoning effort that is requested. */
  readonly effort?: string | undefined;
  /** What earlier answers have shown about the endpoint. Requests share and update it. */
  readonly known?: { reportsOnRequest: boolean | undefined };
}

interface Choice {
  readonly delta?: AnswerPiece;
  /** Set if the answer is in one piece. */
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

/** The reason in the body of a refused request. */
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

/** Reasons that are about the content of a request, not about its options. */
const ofContent = new Set(['too-long', 'refused']);

/**
 * Whether a refusal may be due to an unknown option. For a request with pictures, the refusal has to name the option.
 */
const mayBeOption = async (response: Response, pictures: boolean): Promise<boolean> => {
  if (response.status !== 400 && response.status !== 422) return false;
  if (pictures) return /stream_options|include_usage/.test(await response.clone().text());
  return !ofContent.has(diagnose(await reasonOf(response.clone()), response, undefined).kind);
};

type Answer = Response & { readonly body: NonNullable<Response['body']> };
/** Whether a model answered. A web page means that something else is at that URL. */
const isAnswer = (response: Response): response is Answer => response.ok && response.body !== null && !isPage(response);

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';
const isPage = (response: Response): boolean => typeOf(response).includes('text/html');

const sendRequest = async (endpoint: Endpoint, request: ModelRequest, signal: AbortSignal) => {
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
        // Most endpoints report usage in a stream only with this option; some do not know it and refuse the request.
        ...(reports && streams ? { stream_options: { include_usage: true } } : {}),
        ...limits,
        messages: await messagesOf(request, pictures),
      }),
      signal,
    });
  const post = async (pictures: boolean) => {
    const withOption = known.reportsOnRequest !== false;
    const response = await send(pictures, withOption);
    if (response.ok && withOption) known.reportsOnRequest = true;
    if (known.reportsOnRequest !== undefined || !(await mayBeOption(response, pictures))) return response;
    const without = await send(pictures, false);
    // If the request is refused without the option too, the option was not the reason.
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
  const textOnly = await post(false);
  // If the request is refused without the pictures too, they were not the reason.
  if (isAnswer(textOnly)) return { response: textOnly, body: textOnly.body, refused: true };
  await textOnly.body?.cancel();
  throw failure;
};

/** Finish reasons of incomplete answers. */
const endings: Readonly<Record<string, string>> = { length: 'answer-ended', content_filter: 'answer-filtered' };

/** The chunks of an answer; `undefined` for a line that only shows that the endpoint is at work. */
async function* chunksOf({
  response,
  body,
}: Awaited<ReturnType<typeof sendRequest>>): AsyncGenerator<Chunk | undefined> {
  if (typeOf(response).includes('application/json')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    yield (await response.json()) as Chunk;
    // Whatever its finish reason, an answer in one piece is finished.
    yield { choices: [{ finish_reason: 'stop' }] };
    return;
  }
  for await (const data of serverEvents(body)) {
    // The body is read to its end, because only then is the connection free for another request.
    if (data === '[DONE]') yield { choices: [{ finish_reason: 'stop' }] };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is looked for before it is used
    else yield data === undefined || data === '' ? undefined : (JSON.parse(data) as Chunk);
  }
}

/**
 * Reads one answer of an OpenAI-compatible endpoint from the wire, at a third of the cost per token of the SDK's
 * stream. An endpoint that does not stream may answer in one piece. Throws a `ModelFailure` if the endpoint refuses,
 * reports an error, or ends without a finish reason.
 */
async function* readCompletion(
  endpoint: Endpoint,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const answer = answerReader();
  let finished = false;
  let hasText = false;
  if (endpoint.pictures === false && hasPictures(request))
    yield { type: 'omission', omission: { kind: 'pictures-off' } };
  const received = await sendRequest(endpoint, request, signal);
  if (received.refused) yield { type: 'omission', omission: { kind: 'pictures-refused' } };
  for await (const chunk of chunksOf(received)) {
    if (!chunk) {
      yield { type: 'alive' };
      continue;
    }
    if (chunk.error) throw diagnose(errorIn(chunk) ?? {}, undefined, endpoint.apiKey);
    // Some endpoints report the usage so far with every chunk.
    if (chunk.usage) yield usageOf(chunk.usage);
    const [choice] = chunk.choices ?? [];
    const piece = choice?.delta ?? choice?.message;
    for (const event of piece ? answer.push(piece) : []) {
      hasText ||= event.type === 'text';
      yield event;
    }
    const reason = choice?.finish_reason;
    if (!reason || finished) continue;
    finished = true;
    for (const event of answer.end()) {
      hasText ||= event.type === 'text';
      yield event;
    }
    const kind = endings[reason];
    if (kind) yield { type: 'omission', omission: { kind } };
    if (kind === 'answer-filtered' && !hasText) throw new ModelFailure('refused', 'The whole answer was filtered out.');
  }
  yield* answer.end();
  if (!finished) throw incomplete();
}

/** Streams an answer. A broken connection or an unreadable answer is a `ModelFailure` too. */
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
