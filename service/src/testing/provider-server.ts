import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { embeddingsOf } from './embedding-formats.ts';
import { streamOf, type WireFormat } from './provider-formats.ts';
import type { SaidAnswer } from './said-answer.ts';
import { wholeAnswerOf } from './whole-answers.ts';

/** What a provider sends: an answer in its stream's format, vectors of the texts that it was given, or these bytes. */
export type ProviderAnswer =
  | { readonly says: SaidAnswer; readonly cut?: 'bytes' | 'crlf' | 'at-once' | 'broken' }
  | { readonly embeds: (text: string) => readonly number[] }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object | string };

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProviderServer {
  /** As `baseUrl` of an entry takes it. */
  readonly url: string;
  /** What it says next, the last one for ever. */
  answers: (ProviderAnswer | ((asked: Asked) => ProviderAnswer))[];
  readonly asked: Asked[];
  close(): Promise<void>;
}

const piecesOf = (
  format: WireFormat,
  { says, cut }: Extract<ProviderAnswer, { says: SaidAnswer }>,
): readonly Buffer[] => {
  const events = streamOf[format](says);
  const pieces = events.map((event) => (typeof event === 'string' ? Buffer.from(event) : event));
  if (cut === 'at-once') return [Buffer.concat(pieces)];
  if (cut === 'crlf')
    // Frames of bytes know neither lines nor comments.
    return events.map((event) =>
      typeof event === 'string' ? Buffer.from(`: still here\r\n\r\n${event.replaceAll('\n', '\r\n')}`) : event,
    );
  if (cut !== 'bytes') return pieces;
  const bytes = Buffer.concat(pieces);
  // An odd length: it splits the bytes of characters, and the names of fields.
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
};

/** Google says it by the path, the others in the body. */
const wantsStream = ({ path, body }: Asked): boolean =>
  /:streamGenerateContent|-stream$/.test(path) || /"stream":\s*true/.test(body);

const send = async (
  response: ServerResponse,
  format: WireFormat,
  given: ProviderAnswer,
  asked: Asked,
): Promise<void> => {
  const answer = 'embeds' in given ? { body: embeddingsOf(format, asked, given.embeds) } : given;
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

/** Starts a stand-in for a provider that speaks this wire format; port 0 takes any. */
export const startProvider = async (
  format: WireFormat,
  answers: ProviderServer['answers'] = [{ says: { words: [`I am ${format}.`] } }],
  port = 0,
): Promise<ProviderServer> => {
  const provider: ProviderServer = {
    url: '',
    answers,
    asked: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const asked = { path: request.url ?? '', headers: request.headers, body: await text(request) };
      provider.asked.push(asked);
      const next = provider.answers.length > 1 ? provider.answers.shift()! : provider.answers[0]!;
      const said = typeof next === 'function' ? next(asked) : next;
      const whole = 'says' in said && !said.cut && !wantsStream(asked);
      await send(response, format, whole ? { body: wholeAnswerOf[format](said.says) } : said, asked);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(provider, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
};
