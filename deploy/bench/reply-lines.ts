import { chat } from '@atrium/shared-kernel/contracts/calls';

export async function* linesOf(response: Response): AsyncGenerator<string> {
  if (!response.ok || !response.body) throw new Error(`A reply was answered with ${response.status}.`);
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
}

export const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
export const sendPrompt = (origin: string, cookie: string, prompt: string) =>
  post(`${origin}/api${chat.streamReply.path}`, { prompt }, { cookie, origin });
