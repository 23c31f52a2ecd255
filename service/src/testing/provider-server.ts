import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { embeddingsOf } from './embedding-formats.ts';
import { streamOf, type WireFormat } from './provider-formats.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';
import { wholeAnswerOf } from './whole-answers.ts';

/** An answer of a provider: one in its own wire format, vectors of the received texts, or a given body. */
export type ProviderAnswer =
  | { readonly says: ScriptedAnswer; readonly cut?: 'bytes' | 'crlf' | 'at-once' | 'broken' }
  | { readonly embeds: (text: string) => readonly number[] }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object | string };

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProviderServer {
  /** The value for `baseUrl` of an entry. */
  readonly url: string;
  /** The next answers. The last one is repeated. */
  answers: (ProviderAnswer | ((received: Received) => ProviderAnswer))[];
  readonly requests: Received[];
  close(): Promise<void>;
}

const piecesOf = (
  format: WireFormat,
  { says, cut }: Extract<ProviderAnswer, { says: ScriptedAnswer }>,
): readonly Buffer[] => {
  const events = streamOf[format](says);
  const pieces = events.map((event) => (typeof event === 'string' ? Buffer.from(event) : event));
  if (cut === 'at-once') return [Buffer.concat(pieces)];
  if (cut === 'crlf')
    // Binary frames have neither lines nor comments.
    return events.map((event) =>
      typeof event === 'string' ? Buffer.from(`: still here\r\n\r\n${event.replaceAll('\n', '\r\n')}`) : event,
    );
  if (cut !== 'bytes') return pieces;
  const bytes = Buffer.concat(pieces);
  // An odd length splits characters and names of fields.
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
};

/** Whether a stream is requested: in the path for Google and Bedrock, in the body for the others. */
const wantsStream = ({ path, body }: Received): boolean =>
  /:streamGenerateContent|-stream$/.test(path) || /"stream":\s*true/.test(body);

const send = async (
  response: ServerResponse,
  format: WireFormat,
  given: ProviderAnswer,
  received: Received,
): Promise<void> => {
  const answer = 'embeds' in given ? { body: embeddingsOf(format, received, given.embeds) } : given;
  if (!('says' in answer)) {
    const { status = 200, headers = {}, body } = answer;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
    return;
  }
  const type = format === 'bedrock' ? 'application/vnd.amazon.eventstream' : 'text/event-stream';
  response.writeHead(200, { 'content-type': type });
  for (const piece of piecesOf(format, answer)) {
    response.write(piece);
    await setImmediate();
  }
  if (answer.cut === 'broken') response.destroy();
  else response.end();
};

/** Starts a stand-in for a provider with this wire format. Port 0 means any port. */
export const startProvider = async (
  format: WireFormat,
  answers: ProviderServer['answers'] = [{ says: { words: [`I am ${format}.`] } }],
  port = 0,
): Promise<ProviderServer> => {
  const provider: ProviderServer = {
    url: '',
    answers,
    requests: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const received = { path: request.url ?? '', headers: request.headers, body: await text(request) };
      provider.requests.push(received);
      const next = provider.answers.length > 1 ? provider.answers.shift()! : provider.answers[0]!;
      const given = typeof next === 'function' ? next(received) : next;
      const whole = 'says' in given && !given.cut && !wantsStream(received);
      await send(response, format, whole ? { body: wholeAnswerOf[format](given.says) } : given, received);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(provider, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
};
