import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sideRequestIn } from '../../service/src/testing/side-request.ts';
import type { Embed } from './embedder.ts';
import { bestSentence, extractiveSummary, wordLength } from './extract.ts';

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}
interface CompletionRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly input?: string | readonly string[];
}

export interface ScriptedModel {
  readonly url: string;
  /** The answers to prompts with these endings. To anything else it answers from what it was sent. */
  readonly script: Map<string, string>;
  /** Questions whose requests are recorded. */
  readonly questions: Set<string>;
  /** All words of the last request to `model` with a question. */
  requestWith(model: string, question: string): string | undefined;
  /** Number of requests, by what was requested. */
  readonly counts: { replies: number; summaries: number; others: number; embedded: number };
  /** Resolves once there were no requests for `quiet` milliseconds. */
  idle(quiet?: number): Promise<void>;
  close(): Promise<void>;
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');

const send = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const chunkOf = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const tokensAbout = (text: string) => Math.ceil(text.length / 4);
const usageOf = (request: string, answer: string) => ({
  prompt_tokens: tokensAbout(request),
  completion_tokens: tokensAbout(answer),
  total_tokens: tokensAbout(request) + tokensAbout(answer),
});

/** A summary if the request asks for one, no longer than allowed. The request of a chat may contain a summary, too. */
const summaryIn = (system: string, text: string): string | undefined => {
  if (sideRequestIn(system) !== 'summary') return undefined;
  const words = Number(/at most (\d+) words/.exec(system)?.[1] ?? 0);
  return extractiveSummary(text, Math.floor(words * wordLength(text)));
};

/** Answers to requests other than replies: titles, and nothing to remember. */
const sideReply = (system: string, text: string): string =>
  sideRequestIn(system) === 'memory' ? '[]' : text.split(/\s+/).slice(0, 5).join(' ');

const embeddingsOf = async ({ model, input = [] }: CompletionRequest, embed: Embed | undefined) => ({
  object: 'list',
  model,
  data: (embed ? await embed([input].flat()) : []).map((embedding, index) => ({
    object: 'embedding',
    index,
    embedding,
  })),
  usage: { prompt_tokens: 1, total_tokens: 1 },
});

/**
 * A model server with OpenAI's protocol and without knowledge: it gives the answers of a script, answers questions from
 * what it was sent, and writes extractive summaries. `embed` makes it an embedder as well.
 */
export const startScriptedModel = async (embed?: Embed): Promise<ScriptedModel> => {
  const recorded = new Map<string, string>();
  const work = { running: 0, last: performance.now() };
  const answer = async (path: string, body: CompletionRequest, response: ServerResponse): Promise<void> => {
    if (path.endsWith('/embeddings')) {
      model.counts.embedded += [body.input ?? []].flat().length;
      send(response, await embeddingsOf(body, embed));
      return;
    }
    const { messages = [] } = body;
    const prompt = textOf(messages.at(-1) ?? { role: 'user', content: '' });
    const whole = messages.map(textOf).join('\n\n');
    const system = messages
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n');
    if (!body.stream) {
      model.counts.others += 1;
      const content = sideReply(system, prompt);
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      send(response, { id: 'c', object: 'chat.completion', choices, usage: usageOf(whole, content) });
      return;
    }
    const summary = summaryIn(system, prompt);
    model.counts[summary === undefined ? 'replies' : 'summaries'] += 1;
    const question = summary === undefined ? [...model.questions].find((one) => prompt.includes(one)) : undefined;
    if (question !== undefined) recorded.set(`${body.model} ${question}`, whole);
    // Passages from older messages come before the prompt itself.
    const scripted = model.script.get(prompt.split('\n\n').at(-1) ?? '');
    const reply =
      summary ??
      scripted ??
      (question === undefined ? 'I have read it.' : bestSentence(whole.replaceAll(question, ''), question));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const finish = `data: ${JSON.stringify({ choices: [], usage: usageOf(whole, reply) })}\n\ndata: [DONE]\n\n`;
    response.end(`${chunkOf({ role: 'assistant', content: reply })}${chunkOf({}, 'stop')}${finish}`);
  };
  const server = createServer((request, response) => {
    work.running += 1;
    const answered = async () => answer(request.url ?? '', (await json(request)) as CompletionRequest, response);
    answered()
      .catch((error: unknown) => response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } })))
      .finally(() => {
        work.running -= 1;
        work.last = performance.now();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const model: ScriptedModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    script: new Map(),
    questions: new Set(),
    requestWith: (name, question) => recorded.get(`${name} ${question}`),
    counts: { replies: 0, summaries: 0, others: 0, embedded: 0 },
    async idle(quiet = 700) {
      while (work.running > 0 || performance.now() - work.last < quiet) await pause(50);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return model;
};
