import { Readable } from 'node:stream';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import { type Db, schema } from '../../db/database.ts';
import { objectUrl, type SignedObjectStore } from '../../ports/objects.ts';
import { ImportRefused } from './refused.ts';
import type { Tally } from './report.ts';
import { type Archive, maxUnpacked } from './zip.ts';

export interface FileTarget {
  readonly db: Db;
  readonly objects: SignedObjectStore;
  readonly archive: Archive;
  readonly userId: string;
  readonly tally: Tally;
}

interface FileCopy {
  readonly folder: string;
  readonly name: string;
  readonly type: string;
  /** The name of an archive entry, or the content itself. */
  readonly from: { readonly entry: string | undefined } | { readonly text: string };
}

/**
 * Stores a file of the archive as a file of the user and returns its URL. If that fails, it adds a note to the report
 * and returns undefined.
 */
export const copyFile = async (
  target: FileTarget,
  { folder, name, type, from }: FileCopy,
): Promise<string | undefined> => {
  const { db, objects, archive, userId, tally } = target;
  const skip = (note: string) => {
    tally.files.skipped += 1;
    tally.note(note);
    return undefined;
  };
  const entry = 'entry' in from ? archive.entries.get(from.entry ?? '') : undefined;
  if ('entry' in from && !entry) return skip('Some files aren’t in the archive, so they were skipped.');
  if (entry && entry.size > upload.perFile) return skip('Files over 100 MB were skipped.');
  // The data may name one entry any number of times.
  if (entry && tally.copied + entry.size > maxUnpacked)
    return skip('The files together are larger than can be imported, so some were skipped.');
  tally.copied += entry?.size ?? 0;
  const info = { name, type };
  const { key } = objects.signedPut({ ...info, owner: userId, folder }, 1);
  await db.insert(schema.objects).values({ key, userId, folder, type });
  try {
    const content = entry
      ? await archive.open(entry.name)
      : Readable.from(Buffer.from('text' in from ? from.text : ''));
    await objects.receive(key, info, content, upload.perFile);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    await objects.remove(key);
    return skip('Some files in the archive are damaged, so they were skipped.');
  }
  tally.files.added += 1;
  return objectUrl(key);
};
