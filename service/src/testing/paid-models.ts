import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sideRequestIn } from './side-request.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The purpose of a request, by its content. */
const purposeOf = (url: string, body: string, model: string): string => {
  if (url.endsWith('/embeddings')) return 'embedding';
  if (url.includes('/audio/')) return 'transcription';
  if (url.includes('/images/')) return 'image';
  return sideRequestIn(body) ?? (model === 'studies' ? 'research' : 'reply');
};

/**
 * A provider that charges for everything, reports usage, and records the purpose of each request. As a search provider
 * it is free, and finds nothing.
 */
export const startPaidModels = async () => {
  const paid = {
    baseUrl: '',
    /** The purpose and model of each request, oldest first. Those for the model `free` are left out. */
    requests: [] as { readonly purpose: string; readonly model: string }[],
    /** Called before each of these requests is answered. */
    onRequest: async (): Promise<void> => undefined,
    /** Whether usage is not reported. */
    silent: false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answers = (url: string, input: readonly unknown[]): object => {
    if (url.endsWith('/embeddings'))
      return {
        data: input.map((_, index) => ({ index, embedding: [1, 0.5] })),
        ...(paid.silent ? {} : { usage: { prompt_tokens: 3000, total_tokens: 3000 } }),
      };
    if (url.includes('/audio/'))
      return { text: 'Hello there', ...(paid.silent ? {} : { usage: { type: 'duration', seconds: 90 } }) };
    if (url.includes('/images/')) return { data: [{ b64_json: png }] };
    return {
      choices: [{ message: { content: 'They spoke of rivers.' }, finish_reason: 'stop' }],
      ...(paid.silent ? {} : { usage: { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050 } }),
    };
  };
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    const body = await text(request);
    if (url.includes('/search?')) return void response.end(JSON.stringify({ results: [] }));
    const { model = '', input = [] } = body.startsWith('{')
      ? (JSON.parse(body) as { model?: string; input?: unknown[] })
      : { model: 'hears' };
    if (model !== 'free') {
      paid.requests.push({ purpose: purposeOf(url, body, model), model });
      await paid.onRequest();
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers(url, input)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  paid.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return paid;
};
