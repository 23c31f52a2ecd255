import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const records = z.record(z.string(), z.string());

/**
 * The folders of the workspace whose files a part of a check reads. Files at the top of the workspace always count,
 * except for documents.
 */
export type Reads = readonly string[] | 'everything';

const isRead = (file: string, reads: Reads): boolean => {
  if (reads === 'everything' || file === 'deploy/ci/checks.ts') return true;
  const [folder = '', ...inside] = file.split('/');
  return inside.length === 0 ? !file.endsWith('.md') : reads.includes(folder);
};

/** The content hash of each file that git does not ignore; undefined if the workspace is not a git checkout. */
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
    // git lists a deleted file until the deletion is committed.
    if (existsSync(file)) content.set(name, createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  return content;
};

export interface Passed {
  has(part: string, reads: Reads): boolean;
  /**
   * Records these parts as passed, except for those that read a file that changed since the start, because it is
   * unknown which content they read.
   */
  add(parts: readonly (readonly [part: string, reads: Reads])[]): void;
}

/** Records in a file which parts passed, with the content of all that they read. */
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
