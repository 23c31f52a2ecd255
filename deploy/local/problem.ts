import { stripVTControlCharacters } from 'node:util';

/** A failure that is reported in one sentence, without a stack trace. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

const sentences: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk is full: Atrium could not write ${path}. Free some space and start again.`,
  EDQUOT: (path) => `The disk quota is used up: Atrium could not write ${path}.`,
  EROFS: (path) => `${path} is read-only: set ATRIUM_DATA to a writable folder.`,
  EACCES: (path) => `Atrium may not write ${path}: set ATRIUM_DATA to a writable folder.`,
};

/** One clear sentence for any error. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const known = code ? sentences[code] : undefined;
  return known ? known(path ?? 'its data folder') : error.message;
};

/** Why sources cannot be built. For a syntax error, Node names the file and line only in the text before the stack. */
export const sourceErrorOf = (error: unknown): string => {
  if (!(error instanceof SyntaxError)) return stripVTControlCharacters(sentenceOf(error));
  const [described = ''] = (error.stack ?? '').split('\n    at ', 1);
  return described || error.message;
};
