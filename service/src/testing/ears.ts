import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface HeardNote {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: FormDataEntryValue | null;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A server that speaks OpenAI's audio transcriptions and hears in every note what `answer` says. */
export const startEars = async () => {
  const ears = {
    answer: { status: 200, text: '' },
    /** Every note that was sent, oldest first. */
    asked: [] as HeardNote[],
    baseUrl: '',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    const body = new Response(await buffer(request), { headers: { 'content-type': headers['content-type'] ?? '' } });
    const form = await body.formData();
    const { name, type, size } = form.get('file') as File;
    ears.asked.push({ url, key: headers.authorization, model: form.get('model'), name, type, size });
    const { status, text } = ears.answer;
    const answer = status === 200 ? { text } : { error: { message: text } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ears.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return ears;
};
