import { describeFiles } from '../../formats/describe-files.ts';
import type { ModelFile, ModelRequest, ModelTurn } from '../../ports/model.ts';

export const hasPictures = ({ files = [] }: ModelRequest): boolean => files.some(({ picture }) => picture);

/** The file by its name only. */
export const withoutPicture = ({ name, type, size, from, document }: ModelFile): ModelFile => ({
  name,
  type,
  size,
  from,
  ...(document ? { document } : {}),
});

const together = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** Providers refuse a request with a blank message, such as one that is only a file or an answer stopped at once. */
const notBlank = (text: string): string => (text.trim() === '' ? '(no text)' : text);

/**
 * The turns and the prompt with the documents as text. Earlier documents of the chat precede the first turn, the oldest
 * first. Those of the prompt precede the prompt, followed by what was recalled from older messages. This way
 * consecutive requests of a chat start alike and providers can use their caches. Without `pictures`, pictures are only
 * named. No text is blank.
 */
export const wordsOf = (
  { turns, prompt, recalled = '', files = [] }: ModelRequest,
  pictures: boolean,
): { readonly turns: readonly ModelTurn[]; readonly prompt: string } => {
  const given = pictures ? files : files.map(withoutPicture);
  const earlier = describeFiles(given.toReversed(), 'chat');
  const sent = describeFiles(given, 'prompt');
  const [first, ...later] = turns.map((turn) => ({ ...turn, content: notBlank(turn.content) }));
  if (first?.role !== 'user')
    return { turns: first ? [first, ...later] : [], prompt: notBlank(together(earlier, sent, recalled, prompt)) };
  return {
    turns: [{ ...first, content: together(earlier, first.content) }, ...later],
    prompt: notBlank(together(sent, recalled, prompt)),
  };
};

interface LoadedPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The pictures of a request. One whose bytes are missing is left out. */
export const picturesOf = async ({ files = [] }: ModelRequest): Promise<readonly LoadedPicture[]> => {
  const loaded: LoadedPicture[] = [];
  for (const { name, type, picture } of files) {
    const bytes = await picture?.load();
    if (bytes && bytes.length > 0) loaded.push({ name, type, bytes });
  }
  return loaded;
};
