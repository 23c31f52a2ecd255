import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that have to be free: many times what the databases of a whole run take. */
const enough = 4 * 1024 ** 3;

const isRoomy = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
};

/**
 * Makes a new folder for data that need not survive a test, in memory where the system has room for it, else on the
 * disk; answers its path. Programs may not run from it: containers mount such memory without that right.
 */
export const makeMemoryFolder = (prefix: string): string =>
  mkdtempSync(join(isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(), prefix));
