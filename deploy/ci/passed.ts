import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const records = z.record(z.string(), z.string());

/** Which files a part of a check reads, by folders of the workspace; files at its top count for all but documents. */
export type Reads = readonly string[] | 'everything';

const isRead = (file: string, reads: Reads): boolean => {
  if (reads === 'everything' || file === 'deploy/ci/checks.ts') return true;
  const [folder = '', ...inside] = file.split('/');
  return inside.length === 0 ? !file.endsWith('.md') : reads.includes(folder);
};

/** All that is not ignored, with its content; undefined where the workspace is no checkout. */
const contentOf = (workspace: string): ReadonlyMap<string, string> | undefined => {
  let names: string[];
  try {
    const options = { cwd: workspace, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 } as const;
    names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], options).split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
  const content = new Map<string, string>();
  for (const name of names.toSorted()) {
    const file = join(workspace, name);
    // What is deleted is listed until that is committed.
    if (existsSync(file)) content.set(name, createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  return content;
};

export interface Passed {
  has(part: string, reads: Reads): boolean;
  /** Remembers these, but for those that read a file that has changed since the beginning: nobody knows what they saw. */
  add(parts: readonly (readonly [part: string, reads: Reads])[]): void;
}

/** Remembers in a file what passed, by the content of all that it read. */
export const openPassed = (workspace: string, file: string): Passed => {
  const hashIn = (content: ReadonlyMap<string, string> | undefined, reads: Reads): string | undefined => {
    if (!content) return undefined;
    const hash = createHash('sha256');
    for (const [name, digest] of content) if (isRead(name, reads)) hash.update(`${name} ${digest}\n`);
    return hash.digest('hex');
  };
  const content = contentOf(workspace);
  const read = (): Record<string, string> =>
    existsSync(file) ? records.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  return {
    has(part, reads) {
      const hash = hashIn(content, reads);
      return hash !== undefined && read()[part] === hash;
    },
    add(parts) {
      const now = contentOf(workspace);
      const same = parts.flatMap(([part, reads]) => {
        const hash = hashIn(content, reads);
        return hash !== undefined && hash === hashIn(now, reads) ? [[part, hash] as const] : [];
      });
      if (same.length === 0) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify({ ...read(), ...Object.fromEntries(same) }, null, 2)}\n`);
    },
  };
};
