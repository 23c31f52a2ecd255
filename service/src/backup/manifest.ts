import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const manifest = z.object({
  format: z.literal(1),
  /** ISO time of the saved state. */
  at: z.string(),
  /** Creation time of its newest migration, in milliseconds since 1970. */
  schema: z.number(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      file: z.string(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  objects: z.number(),
});

/** Describes what a backup holds. It is written last: a folder without it is not a complete backup. */
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = 'backup.json';

export const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
};

/**
 * Reads the manifest and checks every table file against its hash. Throws an error whose message is for the operator if
 * anything is missing or damaged.
 */
export const readBackup = async (folder: string): Promise<Manifest> => {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'));
  } catch (error) {
    throw new Error(`${folder} is not a backup: ${manifestFile} is missing or damaged.`, { cause: error });
  }
  const { success, data } = manifest.safeParse(found);
  if (!success) throw new Error(`${folder} is a backup in a format that this Atrium does not support.`);
  for (const { name, file, sha256 } of data.tables)
    // A file that cannot be read is as damaged as one with another hash.
    if ((await hashOf(join(folder, file)).catch(() => '')) !== sha256)
      throw new Error(`The backup is damaged: ${file}, with ${name}, was changed. Nothing was restored.`);
  return data;
};
