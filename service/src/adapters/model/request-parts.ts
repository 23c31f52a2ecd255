import { filesInWords } from '../../formats/files-in-words.ts';
import type { ModelFile, ModelRequest } from '../../ports/model.ts';

export const hasPictures = ({ files = [] }: ModelRequest): boolean => files.some(({ picture }) => picture);

const withoutPicture = ({ name, type, size, from, document }: ModelFile): ModelFile => ({
  name,
  type,
  size,
  from,
  ...(document ? { document } : {}),
});

/** The prompt with its documents before it; without `pictures` these are only named. */
export const wordsOf = ({ prompt, files = [] }: ModelRequest, pictures: boolean): string => {
  const told = pictures ? files : files.map(withoutPicture);
  return [filesInWords(told, 'chat'), filesInWords(told, 'prompt'), prompt].filter((part) => part !== '').join('\n\n');
};

interface LoadedPicture {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The pictures of a request; one whose bytes are gone is left out. */
export const picturesOf = async ({ files = [] }: ModelRequest): Promise<readonly LoadedPicture[]> => {
  const loaded: LoadedPicture[] = [];
  for (const { name, type, picture } of files) {
    const bytes = await picture?.load();
    if (bytes && bytes.length > 0) loaded.push({ name, type, bytes });
  }
  return loaded;
};
