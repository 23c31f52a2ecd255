import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeAtomically } from './write-atomically.ts';

export interface Version {
  readonly text: string;
  /** Changes with the text. */
  readonly tag: string;
}

/** Small texts that several operators change concurrently. */
export interface Documents {
  read(key: string): Promise<Version | undefined>;
  /** Writes if the document is still at `tag` (undefined: it does not exist yet). Gives false if it is not. */
  swap(key: string, text: string, tag: string | undefined): Promise<boolean>;
  /**
   * Keys with a prefix that is empty or ends in a slash, in order, without those in subfolders. With `after`, only keys
   * after that one.
   */
  list(prefix: string, after?: string): Promise<string[]>;
}

const timeoutMs = 10_000;
const tagOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Runs exclusively among all processes of this machine that use the same lock. It is the operating system's own lock on
 * a file, which is released when its process ends, so there is never a stale lock. Throws after ten seconds.
 */
const locked = <T>(file: string, run: () => T): T => {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(file);
  try {
    lock.exec(`PRAGMA busy_timeout = ${timeoutMs}; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE`);
    return run();
  } finally {
    lock.close();
  }
};

/** Neither hidden, nor a temporary file as killed processes of earlier versions left it. */
const isDocument = (name: string) => !name.startsWith('.') && !/\.\d+\.new$/.test(name);

/** Documents as files in a folder. */
export const folderDocuments = (root: string): Documents => {
  const read = (key: string): Version | undefined => {
    const file = join(root, key);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    return { text, tag: tagOf(text) };
  };
  return {
    read: async (key) => read(key),
    swap: async (key, text, tag) =>
      locked(join(root, `.${key.replaceAll('/', '.')}.mutex`), () => {
        if (read(key)?.tag !== tag) return false;
        writeAtomically(join(root, key), text);
        return true;
      }),
    async list(prefix, after = '') {
      const folder = join(root, prefix);
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names
        .filter(isDocument)
        .map((name) => prefix + name)
        .filter((key) => key > after)
        .toSorted();
    },
  };
};

/** Documents with defaults: until a document is first changed, its text is that of `defaults`. */
export const withDefaults = (defaults: Documents, documents: Documents): Documents => ({
  async read(key) {
    const own = await documents.read(key);
    if (own) return own;
    const first = await defaults.read(key);
    return first && { ...first, tag: '' };
  },
  swap: (key, text, tag) => documents.swap(key, text, tag || undefined),
  async list(prefix, after) {
    const both = await Promise.all([documents.list(prefix, after), defaults.list(prefix, after)]);
    return [...new Set(both.flat())].toSorted();
  },
});
