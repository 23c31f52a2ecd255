import { basename } from 'node:path';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import { fileEntry } from '../export/chat-markdown.ts';
import { mayRead } from '../files/references.ts';
import { copyFile, type FileTarget } from './copy-file.ts';
import { typeByExtension } from './media-types.ts';

const folders = new Set(['chatFiles', 'audio-notes', 'documents', 'images']);

/**
 * The URL of an archive's file after the import: its own if the user may already read it, or else that of a copy;
 * undefined if the archive does not contain it.
 */
export const importFiles = (target: FileTarget) => {
  const { db, objects, userId, tally } = target;
  const imported = new Map<string, string | undefined>();

  const copy = (key: string, type: string): Promise<string | undefined> => {
    const [named = ''] = key.split('/');
    const folder = folders.has(named) ? named : 'chatFiles';
    const name = basename(key);
    // A message only says of its picture that it is an image.
    const mediaType = type === 'image' ? (typeByExtension(name) ?? type) : type;
    return copyFile(target, { folder, name, type: mediaType, from: { entry: fileEntry(key) } });
  };

  return async (url: string | undefined, type: string): Promise<string | undefined> => {
    const key = url === undefined ? undefined : keyOf(url);
    if (key === undefined || key === '') return undefined;
    if (imported.has(key)) return imported.get(key);
    const known = await mayRead(db, userId, key);
    const stored = known ? await objects.read(key) : undefined;
    stored?.content.destroy();
    if (stored) tally.files.known += 1;
    const address = stored ? objectUrl(key) : await copy(key, type);
    imported.set(key, address);
    return address;
  };
};
export type ImportFile = ReturnType<typeof importFiles>;
