import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeAtomically } from './write-atomically.ts';

export interface Version {
  readonly text: string;
  /** Changes with the text. */
  readonly tag: string;
}

/** Small texts that several operators change at once. */
export interface Documents {
  read(key: string): Promise<Version | undefined>;
  /** Writes where the document is still what `tag` names (undefined: there is none); false where it is not any more. */
  swap(key: string, text: string, tag: string | undefined): Promise<boolean>;
  /** Keys below a prefix that ends in a slash, in their order. */
  list(prefix: string): Promise<string[]>;
}

const patience = 10_000;
const tagOf = (text: string) => createHash('sha256').update(text).digest('hex');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Runs alone among all processes of this machine that take the same lock; a lock whose process died is taken over. */
const locked = async <T>(file: string, run: () => T): Promise<T> => {
  mkdirSync(dirname(file), { recursive: true });
  const until = Date.now() + patience;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = existsSync(file) ? Number(readFileSync(file, 'utf8') || Number.NaN) : Number.NaN;
      if (Number.isInteger(owner) && !isAlive(owner)) rmSync(file, { force: true });
      else if (Date.now() > until) throw new Error(`${file} is held by process ${owner}.`, { cause: error });
      await pause(5 + Math.random() * 10);
    }
  }
  try {
    return run();
  } finally {
    rmSync(file, { force: true });
  }
};

/** Documents as files below a folder. */
export const folderDocuments = (root: string): Documents => {
  const read = (key: string): Version | undefined => {
    const file = join(root, key);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, 'utf8');
    return { text, tag: tagOf(text) };
  };
  return {
    read: async (key) => read(key),
    swap: (key, text, tag) =>
      locked(join(root, `.${key.replaceAll('/', '.')}.lock`), () => {
        if (read(key)?.tag !== tag) return false;
        writeAtomically(join(root, key), text);
        return true;
      }),
    list: async (prefix) => globSync(`${prefix}*`, { cwd: root }).toSorted(),
  };
};
