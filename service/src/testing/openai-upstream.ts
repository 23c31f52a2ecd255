import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** Statuses and reasons in the modes that refuse requests with pictures. */
const refusals = {
  wordsOnly: [400, 'This model does not take image_url.'],
  noVision: [500, 'image input is not supported - hint: you may need to provide the mmproj'],
  stumbles: [500, 'Internal error.'],
} as const;
type Refusal = keyof typeof refusals;
const endings = { short: 'length', filtered: 'content_filter' } as const;
type Ending = keyof typeof endings;
const isRefusal = (mode: UpstreamMode): mode is Refusal => mode in refusals;

/**
 * `normal` answers at once, `slow` with a word every `delay` milliseconds, `thinks` with reasoning before the answer,
 * `tags` with reasoning in tags. `midway` breaks the connection after some words, `reports` sends an error in the
 * stream, `refuses` answers 503. For requests with pictures `wordsOnly` answers 400, `noVision` 500 with a reason and
 * `stumbles` 500 without one. `whole` answers in one piece even if a stream is requested, `alive` adds comments between
 * the words. `counts` reports usage if it is requested, with the common beginning with the previous request as cached;
 * `lean` refuses that option. `short` ends its answer because of its length, `filtered` because of a content filter.
 */
export type UpstreamMode =
  | 'whole'
  | 'alive'
  | 'normal'
  | 'slow'
  | 'thinks'
  | 'midway'
  | 'reports'
  | 'refuses'
  | 'counts'
  | 'lean'
  | Refusal
  | Ending
  | 'tags';

interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly { role: string; content: string | readonly { text?: string }[] }[];
}

export interface UpstreamOptions {
  readonly port?: number;
  readonly mode?: UpstreamMode;
  /** Milliseconds between words in the mode `slow`. */
  readonly delay?: number;
  /** Its answers to Ollama's API. */
  readonly ollama?: Readonly<Partial<Record<'/api/show' | '/api/ps', object>>>;
  /** How many of the newest bodies to store in `requests`; by default all. */
  readonly maxRecorded?: number;
  /** Words of an answer after the repeated prompt. */
  readonly words?: number;
}

export interface Upstream {
  /** The value for MODEL_BASE_URL. */
  readonly url: string;
  mode: UpstreamMode;
  /** The bodies of all requests, oldest first. */
  readonly requests: ChatBody[];
  /** Answers whose caller disconnected before their end. */
  aborted: number;
  close(): Promise<void>;
}

/** The user's prompt in a request, without what was recalled from older messages. */
const contentOf = (body: ChatBody): string => {
  const last = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const text = typeof last === 'string' ? last : last.map((part) => part.text ?? '').join('');
  return text.replace(/^Parts of earlier messages of this chat [^]*\n\n/, '');
};

/** The answer to a prompt. The same prompt always gets the same answer. */
export const upstreamAnswer = (prompt: string, words = 40): string =>
  `You asked: ${prompt}\n\n${Array.from({ length: words }, (_, index) => `word${index + 1}`).join(' ')}.`;

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'upstream-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

const sendJson = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** The tokens of a request, which in this server are its words. */
const wordsIn = (body: ChatBody | undefined): string[] =>
  (body?.messages ?? []).flatMap(({ role, content }) => [`<${role}>`, ...JSON.stringify(content).split(/\s+/)]);

const usageOf = (body: ChatBody, before: ChatBody | undefined, output: number) => {
  const words = wordsIn(body);
  const known = wordsIn(before);
  const differs = words.findIndex((word, at) => word !== known[at]);
  return {
    prompt_tokens: words.length,
    completion_tokens: output,
    prompt_tokens_details: { cached_tokens: differs === -1 ? words.length : differs },
  };
};

const finishOf = (mode: UpstreamMode) => (mode in endings ? endings[mode as Ending] : 'stop');

const complete = (response: ServerResponse, body: ChatBody, mode: UpstreamMode) =>
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'upstream-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: `"About ${contentOf(body).split(/\s+/).slice(0, 4).join(' ')}"` },
        finish_reason: finishOf(mode),
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

/** Resolves when more can be written or the client has disconnected, and removes both listeners. */
const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });

interface Streamed {
  readonly body: ChatBody;
  readonly before: ChatBody | undefined;
  readonly mode: UpstreamMode;
  readonly options: UpstreamOptions;
}

const streamTo = async (response: ServerResponse, { body, before, mode, options }: Streamed) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: '' }));
  if (mode === 'thinks')
    for (const word of ['First ', 'thought.', '\n\n', 'Second ', 'thought.'])
      response.write(chunk({ reasoning_content: word }));
  if (mode === 'tags')
    for (const piece of ['<th', 'ink>First ', 'thought.</thi', 'nk>\n', '\n'])
      response.write(chunk({ content: piece }));
  const words = upstreamAnswer(contentOf(body), options.words).match(/\s*\S+/g) ?? [];
  for (const [index, word] of words.entries()) {
    if (response.destroyed) return;
    if (mode === 'alive') response.write(': still here\n\n');
    if (mode === 'slow') await setTimeout(options.delay ?? 100);
    if (mode === 'midway' && index === 10) {
      // Breaking the connection discards unread data, so the words have to arrive first.
      await setTimeout(100);
      response.destroy();
      return;
    }
    if (mode === 'reports' && index === 10) {
      response.end(`data: ${JSON.stringify({ error: { message: 'The upstream is overloaded.' } })}\n\n`);
      return;
    }
    if (!response.write(chunk({ content: word }))) await drained(response);
  }
  if (mode === 'counts' && body.stream_options?.include_usage) {
    response.write(chunk({}, 'stop'));
    response.end(
      `data: ${JSON.stringify({ choices: [], usage: usageOf(body, before, words.length) })}\n\ndata: [DONE]\n\n`,
    );
    return;
  }
  response.end(`${chunk({}, finishOf(mode))}data: [DONE]\n\n`);
};

/** Starts a server with OpenAI's chat completions whose answers depend on the prompt alone. Port 0 means any port. */
export const startUpstream = async (options: UpstreamOptions = {}): Promise<Upstream> => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?')[0];
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [{ id: 'upstream-model' }] });
    if (path === '/api/tags')
      return sendJson(response, 200, { models: [{ name: 'nomic-embed-text' }, { name: 'upstream-model' }] });
    if (path === '/api/show' || path === '/api/ps') return sendJson(response, 200, options.ollama?.[path] ?? {});
    if (path !== '/v1/chat/completions') return sendJson(response, 404, { error: { message: 'No such path.' } });
    const body = (await json(request)) as ChatBody;
    const before = upstream.requests.at(-1);
    upstream.requests.push(body);
    if (upstream.requests.length > (options.maxRecorded ?? Number.POSITIVE_INFINITY)) upstream.requests.shift();
    if (upstream.mode === 'lean' && body.stream_options)
      return sendJson(response, 400, { error: { message: 'Unrecognized request argument supplied: stream_options' } });
    if (upstream.mode === 'refuses') return sendJson(response, 503, { error: { message: 'No capacity.' } });
    if (isRefusal(upstream.mode) && body.messages.some(({ content }) => typeof content !== 'string')) {
      const [status, message] = refusals[upstream.mode];
      return sendJson(response, status, { error: { message } });
    }
    if (!body.stream) return complete(response, body, upstream.mode);
    if (upstream.mode === 'whole')
      return sendJson(response, 200, {
        choices: [
          {
            message: { role: 'assistant', reasoning_content: 'Hm.', content: upstreamAnswer(contentOf(body)) },
            finish_reason: 'length',
          },
        ],
      });
    response.on('close', () => {
      if (!response.writableFinished) upstream.aborted += 1;
    });
    return streamTo(response, { body, before, mode: upstream.mode, options });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    mode: options.mode ?? 'normal',
    requests: [],
    aborted: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
};
