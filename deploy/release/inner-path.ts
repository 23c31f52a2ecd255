import { join } from 'node:path';

/** Whether a path with slashes leads to something below a folder, on any system. */
export const isInnerPath = (path: string): boolean =>
  !path.includes('\\') && !path.includes('\0') && path.split('/').every((one) => !['', '.', '..'].includes(one));

/** The path of a file below a folder. Throws a sentence if it leads elsewhere, whoever has checked it before. */
export const pathIn = (folder: string, file: string): string => {
  if (!isInnerPath(file)) throw new Error(`${JSON.stringify(file)} leads out of ${folder}.`);
  return join(folder, file);
};
