import { filesInWords } from '../../formats/files-in-words.ts';
import type { ModelFile, ModelRequest } from '../../ports/model.ts';

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly Part[];
}

export const hasPictures = ({ files = [] }: ModelRequest): boolean => files.some(({ picture }) => picture);

const withoutPicture = ({ name, type, size, from, document }: ModelFile): ModelFile => ({
  name,
  type,
  size,
  from,
  ...(document ? { document } : {}),
});

/** Each picture behind a line with its name, as a data address. */
const pictureParts = async (files: readonly ModelFile[]): Promise<Part[]> => {
  const parts: Part[] = [];
  for (const { name, type, picture } of files) {
    if (!picture) continue;
    const bytes = await picture.load();
    if (bytes.length === 0) continue;
    const url = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    parts.push({ type: 'text', text: `The picture “${name}”:` }, { type: 'image_url', image_url: { url } });
  }
  return parts;
};

/** The messages of a request as OpenAI's chat completions take them; documents stand before the prompt, pictures behind. */
export const messagesOf = async (
  { system, turns, prompt, files = [] }: ModelRequest,
  pictures: boolean,
): Promise<Message[]> => {
  const told = pictures ? files : files.map(withoutPicture);
  const words = [filesInWords(told, 'chat'), filesInWords(told, 'prompt'), prompt].filter((part) => part !== '');
  const text = words.join('\n\n');
  const parts = pictures ? await pictureParts(files) : [];
  const content: Message['content'] = parts.length === 0 ? text : [{ type: 'text', text }, ...parts];
  return [{ role: 'system', content: system }, ...turns, { role: 'user', content }];
};
