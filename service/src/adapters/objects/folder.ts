import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { atMost, isObjectKey, type ObjectBytes } from './bytes.ts';
import { AlreadyStored, type ObjectInfo } from '../../ports/objects.ts';
import { hasCode } from '../../db/error-code.ts';

/** Stores objects as files below `folder`. Another file in the same folder holds the name and type. */
export const folderBytes = (folder: string): ObjectBytes => {
  const pathOf = (key: string): string | undefined => (isObjectKey(key) ? join(folder, key) : undefined);
  const pathFor = (key: string): string => {
    const path = pathOf(key);
    if (!path) throw new Error(`Not an object's key: ${key}`);
    return path;
  };

  const describe = async (path: string, { name, type }: ObjectInfo): Promise<void> => {
    const draft = join(dirname(path), `.info.${randomBytes(4).toString('hex')}.part`);
    await writeFile(draft, JSON.stringify({ name, type }));
    await rename(draft, join(dirname(path), '.info.json'));
  };

  return {
    async write(key, info, body, limit) {
      const path = pathFor(key);
      const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(body, atMost(limit), createWriteStream(draft, { mode: 0o600 }));
        // If two uploads race for a key, the second fails, because a link does not replace a file.
        await link(draft, path);
        await describe(path, info);
      } catch (error) {
        throw hasCode(error, 'EEXIST') ? new AlreadyStored() : error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key, range) {
      const path = pathOf(key);
      if (!path) return undefined;
      try {
        const [{ size }, info] = await Promise.all([stat(path), readFile(join(dirname(path), '.info.json'), 'utf8')]);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `describe` above has written it
        return { ...(JSON.parse(info) as ObjectInfo), size, content: createReadStream(path, range) };
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    async revise(key, info, content) {
      const path = pathFor(key);
      if (content) {
        const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
        await writeFile(draft, content, { mode: 0o600 });
        await rename(draft, path);
      }
      await describe(path, info);
    },
    async remove(key) {
      const path = pathOf(key);
      if (path) await rm(dirname(path), { recursive: true, force: true });
    },
  };
};
