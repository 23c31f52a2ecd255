import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The free bytes that are required, many times what the databases of a whole run use. */
const requiredBytes = 4 * 1024 ** 3;

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= requiredBytes;
  } catch {
    return false;
  }
};

/**
 * Creates a folder for temporary data of a test, in memory if the system has room there, otherwise on disk. Returns its
 * path. Programs may not run from it, because containers mount such memory without that right.
 */
export const makeMemoryFolder = (prefix: string): string =>
  mkdtempSync(join(isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(), prefix));
