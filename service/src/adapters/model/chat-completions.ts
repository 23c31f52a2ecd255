import type { ModelEvent, ModelRequest } from '../../ports/model.ts';
import { hasPictures, messagesOf } from './messages.ts';
import { type AnswerPart, thinkTags } from './think-tags.ts';
import { thoughtSplitter } from './thoughts.ts';

export interface Endpoint {
  /** As `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** False where the model takes words only. */
  readonly pictures?: boolean;
}

interface Delta {
  readonly content?: string | readonly { readonly type?: string; readonly text?: string }[] | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly refusal?: string | null;
}
interface Chunk {
  readonly error?: { readonly message?: string } | string;
  readonly choices?: readonly { readonly delta?: Delta; readonly finish_reason?: string | null }[];
}

const messageOf = (error: Chunk['error']): string | undefined => (typeof error === 'string' ? error : error?.message);

/** What a refused request says of its reason. */
const reasonOf = async (response: Response): Promise<string> => {
  const text = await response.text();
  try {
    return messageOf((JSON.parse(text) as Chunk).error) ?? text.slice(0, 300);
  } catch {
    // No JSON: then its text is the reason.
    return text.slice(0, 300);
  }
};

const refusals = new Set([400, 404, 413, 415, 422]);
const ofPictures = /image|picture|vision|multi-?modal|mmproj/i;

/**
 * Whether a refusal may be because of the pictures: many models take words only. An inner error is one of the model unless
 * it speaks of pictures: asked again it could have answered with them.
 */
const mayBePictures = (status: number, reason: string): boolean =>
  refusals.has(status) || (status >= 500 && ofPictures.test(reason));

const ask = async (endpoint: Endpoint, request: ModelRequest, signal: AbortSignal) => {
  const { baseUrl, model, apiKey } = endpoint;
  const post = async (pictures: boolean) =>
    fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({ model, stream: true, messages: await messagesOf(request, pictures) }),
      signal,
    });
  const pictures = endpoint.pictures !== false && hasPictures(request);
  const response = await post(pictures);
  if (response.ok && response.body) return { body: response.body, refused: false };
  const reason = await reasonOf(response);
  const failure = new Error(`The model answered ${response.status}: ${reason}`);
  if (!pictures || !mayBePictures(response.status, reason)) throw failure;
  const inWords = await post(false);
  // What is refused without them, too, was not refused because of them.
  if (inWords.ok && inWords.body) return { body: inWords.body, refused: true };
  await inWords.body?.cancel();
  throw failure;
};

/** The data of each server-sent event; an event that spans several lines is none of this protocol. */
async function* dataOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim();
}

const textOf = ({ content, refusal }: Delta): string =>
  (typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')) + (refusal ?? '');

/** Reasons for which an answer ends that is not whole. */
const endings: Readonly<Record<string, string>> = { length: 'answer-ended', content_filter: 'answer-filtered' };

/** Tells text from thoughts, which come in a field of their own or in tags at the beginning of the text. */
const answerReader = () => {
  const thoughts = thoughtSplitter();
  const tags = thinkTags();
  const events = function* (parts: readonly AnswerPart[]): Generator<ModelEvent> {
    for (const { kind, text } of parts) {
      if (kind === 'thought') {
        yield* thoughts.push(text);
        continue;
      }
      yield* thoughts.end();
      yield { type: 'text', text };
    }
  };
  return {
    *push(delta: Delta): Generator<ModelEvent> {
      const reasoning = delta.reasoning_content ?? delta.reasoning;
      if (reasoning) yield* thoughts.push(reasoning);
      yield* events(tags.push(textOf(delta)));
    },
    *end(): Generator<ModelEvent> {
      yield* events(tags.end());
      yield* thoughts.end();
    },
  };
};

/**
 * One streamed answer of an OpenAI-compatible endpoint, read straight from the wire: a third of what the SDK's stream
 * costs for each token. Throws where the endpoint refuses, reports an error, or ends without having finished.
 */
export async function* streamCompletion(
  endpoint: Endpoint,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const answer = answerReader();
  let finished = false;
  if (endpoint.pictures === false && hasPictures(request))
    yield { type: 'omission', omission: { kind: 'pictures-off' } };
  const { body, refused } = await ask(endpoint, request, signal);
  if (refused) yield { type: 'omission', omission: { kind: 'pictures-refused' } };
  for await (const data of dataOf(body)) {
    if (data === '[DONE]') {
      // Read on to the end of the body: only then is the connection free for the next request.
      finished = true;
      continue;
    }
    const { error, choices } = JSON.parse(data) as Chunk;
    if (error !== undefined && error !== null) throw new Error(`The model reported: ${messageOf(error) ?? data}`);
    const [choice] = choices ?? [];
    if (choice?.delta) yield* answer.push(choice.delta);
    if (!choice?.finish_reason) continue;
    finished = true;
    yield* answer.end();
    const kind = endings[choice.finish_reason];
    if (kind) yield { type: 'omission', omission: { kind } };
  }
  yield* answer.end();
  if (!finished) throw new Error('The model broke off before its answer was finished.');
}
