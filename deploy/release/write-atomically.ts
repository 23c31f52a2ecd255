import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a temporary file and renames it, so that a reader sees the old text or the new one, but never a part of it. The
 * temporary file is hidden, because a process that is killed leaves it behind.
 */
export const writeAtomically = (file: string, text: string): void => {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const side = join(folder, `.${basename(file)}.${process.pid}.new`);
  try {
    writeFileSync(side, text);
    renameSync(side, file);
  } finally {
    rmSync(side, { force: true });
  }
};
