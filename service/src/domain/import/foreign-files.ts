import { basename } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import { ofFiles } from '../context/omissions.ts';
import { uploadName } from '../files/types.ts';
import { storable } from '../text.ts';
import { copyFile, type FileTarget } from './copy-file.ts';
import type { ForeignFile, ForeignMessage } from './foreign-chat.ts';
import { typeByExtension } from './media-types.ts';
import type { NewFile } from './store.ts';
import type { Archive } from './zip.ts';

/** Entries by the id at the start of their names: `file-a1-photo.png` and `file_a1.dat` contain file-a1 and file_a1. */
const byAsset = ({ entries }: Archive): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const name of entries.keys()) {
    const [id] = /^file[-_][A-Za-z0-9]+(?=[-.]|$)/.exec(basename(name)) ?? [];
    if (id) found.set(id, name);
  }
  return found;
};

interface Stored {
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly aspectRatio: number | null;
}

/** Imports the files of another product's messages. Files that cannot be imported become omissions of their message. */
export const foreignFiles = (target: FileTarget) => {
  const assets = byAsset(target.archive);

  const store = async (file: ForeignFile, folder: string): Promise<Stored | undefined> => {
    const entry = file.asset === undefined ? undefined : assets.get(file.asset);
    const name = storable(file.name).slice(0, 255);
    const type = file.type || (typeByExtension(name) ?? typeByExtension(entry ?? ''));
    const storedAs = uploadName('chatFiles', type ?? '');
    if (type === undefined || storedAs === undefined || (file.text === undefined && !entry)) {
      target.tally.files.skipped += 1;
      target.tally.note('Some files aren’t in the archive or can’t be used here. Their messages name them.');
      return undefined;
    }
    const from = file.text === undefined ? { entry } : { text: file.text };
    const url = await copyFile(target, { folder, name: storedAs, type, from });
    return url === undefined ? undefined : { name, type, url, aspectRatio: file.aspectRatio ?? null };
  };

  return {
    store,
    /** The file rows and extra fields of a message. */
    async of({ files, answerFiles }: Pick<ForeignMessage, 'files' | 'answerFiles'>, messageId: string) {
      const missing: ForeignFile[] = [];
      const rows: NewFile[] = [];
      for (const file of files) {
        const stored = await store(file, 'chatFiles');
        if (stored) rows.push({ ...stored, messageId, position: rows.length, fileId: randomUUID() });
        else missing.push(file);
      }
      // Here an answer can only have one file.
      const [first, ...others] = answerFiles;
      const answer = first && (await store(first, 'images'));
      if (first && !answer) missing.push(first);
      target.tally.files.skipped += others.length;
      const omissions: Omission[] = ofFiles('files-not-imported', [...missing, ...others]);
      const fields = {
        ...(answer ? { assistantFileUrl: answer.url, assistantFileType: answer.type } : {}),
        ...(omissions.length > 0 ? { omissions: JSON.stringify(omissions) } : {}),
      };
      return { rows, fields };
    },
  };
};
export type ForeignFiles = ReturnType<typeof foreignFiles>;
