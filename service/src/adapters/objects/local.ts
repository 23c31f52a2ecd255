import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBytes } from './folder.ts';
import { createSignedObjects } from './signed.ts';
import type { SignedObjectStore } from '../../ports/objects.ts';
import { hasCode } from '../../db/error-code.ts';

/** The signing secret in `folder`, made at the first start; instances that share the folder share it. */
const secretIn = (folder: string): Buffer => {
  const file = join(folder, '.secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return readFileSync(file);
};

/** Objects as files below `folder`. */
export const createLocalObjects = (folder: string, now: () => number = Date.now): SignedObjectStore =>
  createSignedObjects(folderBytes(folder), [secretIn(folder)], now);
