import type { ModelRequest } from '../../ports/model.ts';
import { picturesOf, wordsOf } from './request-parts.ts';

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly Part[];
}

/** Each picture as a data URL after a line with its name. */
const pictureParts = async (request: ModelRequest): Promise<Part[]> =>
  (await picturesOf(request)).flatMap(({ name, type, bytes }): Part[] => [
    { type: 'text', text: `The picture “${name}”:` },
    { type: 'image_url', image_url: { url: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` } },
  ]);

/**
 * The messages of a request for OpenAI's chat completions. `wordsOf` places the documents; pictures follow the prompt.
 */
export const messagesOf = async (request: ModelRequest, pictures: boolean): Promise<Message[]> => {
  const { turns, prompt: text } = wordsOf(request, pictures);
  const parts = pictures ? await pictureParts(request) : [];
  const content: Message['content'] = parts.length === 0 ? text : [{ type: 'text', text }, ...parts];
  return [{ role: 'system', content: request.system }, ...turns, { role: 'user', content }];
};
