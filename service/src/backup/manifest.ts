import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';

/** A file of the backup with its hash. */
const hashedFile = { file: z.string(), sha256: z.string() };
const described = {
  /** ISO time of the saved state. */
  at: z.string(),
  /** Creation time of its newest migration, in milliseconds since 1970. */
  schema: z.number(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), ...hashedFile })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** How many files of objects there are. */
  objects: z.number(),
};
const manifest = z.discriminatedUnion('format', [
  /** From before files of objects had hashes. */
  z.object({ format: z.literal(1), ...described }),
  /** `objectList`: a file with an `ObjectFile` as JSON in each line. */
  z.object({ format: z.literal(2), ...described, objectList: z.object(hashedFile) }),
]);
/** `file`: path within the folder of objects. */
const objectFile = z.object(hashedFile);
export type ObjectFile = z.infer<typeof objectFile>;

/** Describes what a backup holds. It is written last: a folder without it is not a complete backup. */
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = 'backup.json';
export const objectListFile = 'objects.jsonl';
export const objectsFolder = 'objects';

/** Paths of all files within a folder of objects, which may not exist. */
export const objectFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
        .toSorted()
    : [];

export const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
};

const damaged = (what: string): Error => new Error(`The backup is damaged: ${what} Nothing was restored.`);

/** Throws if a file of the backup is not as it was written. */
const verify = async (folder: string, { file, sha256 }: z.infer<typeof objectFile>, what = ''): Promise<void> => {
  // One that cannot be read is as damaged as one that differs.
  if ((await hashOf(join(folder, file)).catch(() => '')) !== sha256)
    throw damaged(`${file}${what && `, with ${what},`} was changed.`);
};

/** Checks the files of objects. Gives their paths. */
const verifyObjects = async (folder: string, given: Manifest): Promise<string[]> => {
  const objects = join(folder, objectsFolder);
  if (given.format === 1) {
    const files = objectFiles(objects);
    if (files.length < given.objects) throw damaged(`it has ${files.length} of ${given.objects} files of objects.`);
    return files;
  }
  await verify(folder, given.objectList, 'the hashes of objects');
  const lines = readFileSync(join(folder, given.objectList.file), 'utf8').split('\n').filter(Boolean);
  const listed = lines.map((line) => objectFile.parse(JSON.parse(line)));
  for (const { file, sha256 } of listed) await verify(folder, { file: join(objectsFolder, file), sha256 });
  return listed.map(({ file }) => file);
};

/**
 * Reads the manifest and checks every file against its hash. Gives the paths of the files of objects, too. Throws an
 * error whose message is for the operator if anything is missing or damaged.
 */
export const readBackup = async (folder: string): Promise<{ manifest: Manifest; files: string[] }> => {
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'));
  } catch (error) {
    throw new Error(`${folder} is not a backup: ${manifestFile} is missing or damaged.`, { cause: error });
  }
  const { success, data } = manifest.safeParse(found);
  if (!success) throw new Error(`${folder} is a backup in a format that this Atrium does not support.`);
  for (const table of data.tables) await verify(folder, table, table.name);
  return { manifest: data, files: await verifyObjects(folder, data) };
};
