import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a temporary file and renames it, so that a reader sees the old text or the new one, but never a part of it.
 */
export const writeAtomically = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  const side = `${file}.${process.pid}.new`;
  writeFileSync(side, text);
  renameSync(side, file);
};
