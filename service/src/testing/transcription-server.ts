import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ReceivedNote {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: FormDataEntryValue | null;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Starts a server with OpenAI's audio transcriptions that transcribes every note as the text in `answer`. */
export const startTranscriptionServer = async () => {
  const transcriber = {
    answer: { status: 200, text: '' },
    /** The received notes, oldest first. */
    notes: [] as ReceivedNote[],
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
    transcriber.notes.push({ url, key: headers.authorization, model: form.get('model'), name, type, size });
    const { status, text } = transcriber.answer;
    const answer = status === 200 ? { text } : { error: { message: text } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  transcriber.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return transcriber;
};
