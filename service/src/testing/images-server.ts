import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly type: string;
  /** The bytes as latin1 text, which is enough to find the parts of a form. */
  readonly body: string;
}

/** A server with OpenAI's image API whose answer a test sets. It does not answer while `answer` is undefined. */
export const startImagesServer = async () => {
  const requests: ReceivedRequest[] = [];
  const state = {
    requests,
    url: '',
    aborted: 0,
    answer: undefined as { readonly status: number; readonly body: string } | undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => {
      if (!response.writableFinished) state.aborted += 1;
    });
    const { url: path = '', headers } = request;
    const body = (await buffer(request)).toString('latin1');
    requests.push({ path, authorization: headers.authorization, type: headers['content-type'] ?? '', body });
    if (state.answer)
      response.writeHead(state.answer.status, { 'content-type': 'application/json' }).end(state.answer.body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return state;
};
