import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import { type Db, schema } from '../../db/database.ts';
import { ObjectRemoved, objectUrl, type SignedObjectStore } from '../../ports/objects.ts';
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

/** Milliseconds before the second and the third try to store a file. */
const waits = [500, 3000];

/**
 * Stores the content that `open` gives under a new key, which it returns. It tries again if the store fails: uploads are
 * tried once, and an import has no browser that repeats them. Each try has its own key, because one that failed may have
 * stored its file. What such tries leave behind is removed with other files that nothing refers to.
 */
const store = async (
  { db, objects, userId }: FileTarget,
  { folder, name, type }: FileCopy,
  open: () => Promise<Readable>,
): Promise<string> => {
  for (let tries = 0; ; tries += 1) {
    const { key } = objects.signedPut({ name, type, owner: userId, folder }, 1);
    await db.insert(schema.objects).values({ key, userId, folder, type });
    let content: Readable | undefined;
    try {
      content = await open();
      await objects.receive(key, { name, type }, content, upload.perFile);
      return key;
    } catch (error) {
      content?.destroy();
      if (error instanceof ImportRefused) await objects.remove(key);
      const wait = error instanceof ImportRefused || error instanceof ObjectRemoved ? undefined : waits[tries];
      if (wait === undefined) throw error;
      await pause(wait);
    }
  }
};

/**
 * Stores a file of the archive as a file of the user and returns its URL. If that fails, it adds a note to the report
 * and returns undefined.
 */
export const copyFile = async (target: FileTarget, file: FileCopy): Promise<string | undefined> => {
  const { archive, tally } = target;
  const { from } = file;
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
  const open = async () =>
    entry ? archive.open(entry.name) : Readable.from(Buffer.from('text' in from ? from.text : ''));
  try {
    const key = await store(target, file, open);
    tally.files.added += 1;
    return objectUrl(key);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return skip('Some files in the archive are damaged, so they were skipped.');
  }
};
