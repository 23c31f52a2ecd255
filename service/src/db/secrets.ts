import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { hasCode } from './error-code.ts';

const minLength = 16;

export const secretVariables = {
  ATRIUM_SECRET_KEY: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((keys) => keys.every((key) => key.length >= minLength), `each key needs at least ${minLength} characters`)
    .optional(),
};

const contentOf = async (path: string): Promise<string | undefined> => {
  try {
    return (await readFile(path, 'utf8')).trim() || undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const createSecret = async (folder: string, path: string): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  try {
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    const first = hasCode(error, 'EEXIST') ? await contentOf(path) : undefined;
    if (first) return first;
    throw error;
  }
};

const noSecret =
  'No secret key is configured: set ATRIUM_SECRET_KEY, the same for all instances that share the database of DATABASE_URL. Each would create its own, and what one of them encrypts could not be read by the others, nor by anybody once its data folder is gone.';

/**
 * The secrets for encryption, newest first: those of the configuration, followed by the one of this installation in
 * `secret.key` in the data folder, which is created if there is no other. Throws an error for the operator if there is
 * none and `mayCreate` is false.
 */
export const secretsOf = async (
  dataFolder: string,
  configured: readonly string[] = [],
  mayCreate = true,
): Promise<readonly [string, ...string[]]> => {
  const path = join(dataFolder, 'secret.key');
  const own = await contentOf(path);
  const [first, ...others] = configured;
  if (first !== undefined) return [first, ...others, ...(own ? [own] : [])];
  if (own) return [own];
  if (!mayCreate) throw new Error(noSecret);
  return [await createSecret(dataFolder, path)];
};
