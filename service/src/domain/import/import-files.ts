import { basename } from 'node:path';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import type { SignedObjectStore } from '../../ports/objects.ts';
import { type Db, schema } from '../../db/database.ts';
import { fileEntry } from '../export/chat-markdown.ts';
import { mayRead } from '../files/references.ts';
import { ImportRefused } from './refused.ts';
import type { Tally } from './report.ts';
import type { Archive } from './zip.ts';

const folders = new Set(['chatFiles', 'audio-notes', 'documents', 'images']);

/**
 * The address that a file of the archive has from now on: its own where the user may read it already, else that of a copy;
 * undefined where the archive does not hold it.
 */
export const importFiles = (db: Db, objects: SignedObjectStore, archive: Archive, userId: string, tally: Tally) => {
  const taken = new Map<string, string | undefined>();

  const copy = async (key: string, type: string): Promise<string | undefined> => {
    const entry = archive.entries.get(fileEntry(key));
    if (!entry || entry.size > upload.perFile) {
      tally.files.skipped += 1;
      tally.note(entry ? 'Files above 100 MB are left out.' : 'Some files are not in the archive, and were left out.');
      return undefined;
    }
    const [named = ''] = key.split('/');
    const folder = folders.has(named) ? named : 'chatFiles';
    const info = { name: basename(key), type };
    const { key: fresh } = objects.signedPut({ ...info, owner: userId, folder }, 1);
    await db.insert(schema.objects).values({ key: fresh, userId, folder, type });
    try {
      await objects.receive(fresh, info, await archive.open(entry.name), upload.perFile);
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error;
      await objects.remove(fresh);
      tally.files.skipped += 1;
      tally.note('Some files of the archive are damaged, and were left out.');
      return undefined;
    }
    tally.files.added += 1;
    return objectUrl(fresh);
  };

  return async (url: string | undefined, type: string): Promise<string | undefined> => {
    const key = url === undefined ? undefined : keyOf(url);
    if (key === undefined || key === '') return undefined;
    if (taken.has(key)) return taken.get(key);
    const known = await mayRead(db, userId, key);
    const stored = known ? await objects.read(key) : undefined;
    stored?.content.destroy();
    if (stored) tally.files.known += 1;
    const address = stored ? objectUrl(key) : await copy(key, type);
    taken.set(key, address);
    return address;
  };
};
export type ImportFile = ReturnType<typeof importFiles>;
